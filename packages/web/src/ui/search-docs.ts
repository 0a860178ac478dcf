// Full-text search in the documentation: the same in the browser and, without JavaScript, on the server.

/** One place that a search can lead to. */
export type SearchEntry = { href: string; title: string; section: string; text: string }

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** A word of the title counts most, then one of the section; the beginning of a word counts less than all of it. */
function scoreWord(
  word: string,
  title: readonly string[],
  section: readonly string[],
  text: readonly string[],
): number {
  if (title.includes(word)) return 12
  if (title.some((one) => one.startsWith(word))) return 8
  if (section.some((one) => one.startsWith(word))) return 5
  if (text.includes(word)) return 3
  return text.some((one) => one.startsWith(word)) ? 2 : 0
}

/** Every word must be found; the best come first, and of equals the one that is first in the list. */
export function searchDocs(entries: readonly SearchEntry[], query: string, limit: number): SearchEntry[] {
  const wanted = wordsIn(query.slice(0, 200))
  if (wanted.length === 0) return []
  const found = entries.flatMap((entry) => {
    const title = wordsIn(entry.title)
    const [section, text] = [wordsIn(entry.section), wordsIn(entry.text)]
    const scores = wanted.map((word) => scoreWord(word, title, section, text))
    if (scores.includes(0)) return []
    const total = scores.reduce((sum, score) => sum + score, 0)
    return [{ entry, score: total + (title.join(' ').startsWith(wanted.join(' ')) ? 10 : 0) }]
  })
  return found
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ entry }) => entry)
}
