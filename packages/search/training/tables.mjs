// Reads the hand-written tables: what people ask for, what the trade calls it, how such domains are named, and what only looks alike.
import { readdirSync, readFileSync } from 'node:fs'

export const LANGUAGES = ['de', 'fr', 'es', 'it', 'pt', 'nl']

const FOLDER = new URL('tables/', import.meta.url)
const split = (text, separator) =>
  text
    .split(separator)
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean)

function readBlocks(file) {
  const text = readFileSync(new URL(file, FOLDER), 'utf8')
  const [head, ...rest] = text.trim().split('\n')
  const blocks = rest
    .join('\n')
    .trim()
    .split(/\n\s*\n/)
  const parsed = blocks.map((block) => {
    const [name, ...lines] = block.split('\n')
    const fields = Object.fromEntries(
      lines.map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
      }),
    )
    return { file, name: name.trim().toLowerCase(), fields }
  })
  return { title: head.replace(/^#\s*/, ''), blocks: parsed }
}

/** `de: mietwagen, autovermietung; auto am flughafen mieten`: terms, then what someone types. */
function readForeign(fields) {
  return LANGUAGES.filter((language) => fields[language]).map((language) => {
    const [terms = '', ...asks] = fields[language].split(';')
    return { language, terms: split(terms, ','), asks: asks.flatMap((ask) => split(ask, ';')) }
  })
}

export function readTables() {
  const files = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.txt'))
    .sort()
  const [categories, moods] = [[], []]
  for (const file of files) {
    const { title, blocks } = readBlocks(file)
    for (const { name, fields } of blocks) {
      if (file.startsWith('moods-'))
        moods.push({
          file,
          name,
          also: split(fields.also ?? '', ','),
          names: split(fields.names ?? '', ','),
          traps: split(fields.traps ?? '', ','),
        })
      else
        categories.push({
          file,
          sector: title,
          name,
          asks: split(fields.asks ?? '', ';'),
          terms: split(fields.terms ?? '', ','),
          names: split(fields.names ?? '', ','),
          traps: split(fields.traps ?? '', ','),
          foreign: readForeign(fields),
        })
    }
  }
  return { categories, moods }
}
