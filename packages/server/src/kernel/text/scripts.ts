// Warns of domains that can be mistaken for others: letters of several scripts, or of one script that look like Latin letters (UTS 39).

export type ScriptRisk =
  | { kind: 'mixed'; scripts: string[] }
  /** `looksLike`: the label that it can be mistaken for. */
  | { kind: 'lookalike'; script: string; looksLike: string }

const SCRIPTS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Latin', /^\p{scx=Latin}$/u],
  ['Cyrillic', /^\p{scx=Cyrillic}$/u],
  ['Greek', /^\p{scx=Greek}$/u],
  ['Armenian', /^\p{scx=Armenian}$/u],
  ['Georgian', /^\p{scx=Georgian}$/u],
  ['Hebrew', /^\p{scx=Hebrew}$/u],
  ['Arabic', /^\p{scx=Arabic}$/u],
  ['Chinese', /^\p{scx=Han}$/u],
  ['Hiragana', /^\p{scx=Hiragana}$/u],
  ['Katakana', /^\p{scx=Katakana}$/u],
  ['Hangul', /^\p{scx=Hangul}$/u],
  ['Bopomofo', /^\p{scx=Bopomofo}$/u],
  ['Devanagari', /^\p{scx=Devanagari}$/u],
  ['Bengali', /^\p{scx=Bengali}$/u],
  ['Gurmukhi', /^\p{scx=Gurmukhi}$/u],
  ['Gujarati', /^\p{scx=Gujarati}$/u],
  ['Tamil', /^\p{scx=Tamil}$/u],
  ['Telugu', /^\p{scx=Telugu}$/u],
  ['Kannada', /^\p{scx=Kannada}$/u],
  ['Malayalam', /^\p{scx=Malayalam}$/u],
  ['Sinhala', /^\p{scx=Sinhala}$/u],
  ['Thai', /^\p{scx=Thai}$/u],
  ['Lao', /^\p{scx=Lao}$/u],
  ['Khmer', /^\p{scx=Khmer}$/u],
  ['Myanmar', /^\p{scx=Myanmar}$/u],
  ['Ethiopic', /^\p{scx=Ethiopic}$/u],
  ['Cherokee', /^\p{scx=Cherokee}$/u],
]
const ANY_SCRIPT = /^[\p{scx=Common}\p{scx=Inherited}]$/u

/** Scripts that are written together: Japanese, Korean, Chinese with Bopomofo. Each goes with Latin letters too. */
const SYSTEMS: readonly (readonly string[])[] = [
  ['Chinese', 'Hiragana', 'Katakana', 'Latin'],
  ['Chinese', 'Hangul', 'Latin'],
  ['Chinese', 'Bopomofo', 'Latin'],
]

/** Lower-case letters that most fonts draw like a Latin one. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  ԁ: 'd',
  е: 'e',
  һ: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  ӏ: 'l',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  ѕ: 's',
  т: 't',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  у: 'y',
  ү: 'y',
  г: 'r',
  п: 'n',
  α: 'a',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  γ: 'y',
  ϲ: 'c',
  ϳ: 'j',
  հ: 'h',
  ո: 'n',
  ս: 'u',
  օ: 'o',
  ց: 'g',
  զ: 'q',
}

const findScripts = (character: string): string[] =>
  SCRIPTS.filter(([, pattern]) => pattern.test(character)).map(([name]) => name)

function listScriptSets(text: string): string[][] {
  return Array.from(text)
    .filter((character) => !ANY_SCRIPT.test(character))
    .map((character) => {
      const found = findScripts(character)
      return found.length > 0 ? found : ['another script']
    })
}

/** The scripts that every character is written in; empty where there is none. */
const shareScripts = (sets: readonly string[][]): string[] =>
  sets.reduce<string[]>((shared, set) => shared.filter((name) => set.includes(name)), [...(sets[0] ?? [])])

function findLookalike(label: string, script: string): ScriptRisk | null {
  if (script === 'Latin') return null
  const letters = Array.from(label).map((character) =>
    /^[a-z0-9-]$/.test(character) ? character : LOOKALIKES[character],
  )
  return letters.includes(undefined) ? null : { kind: 'lookalike', script, looksLike: letters.join('') }
}

/** What is risky about a label in Unicode form; null: nothing. */
export function findScriptRisk(label: string): ScriptRisk | null {
  const sets = listScriptSets(label)
  if (sets.length === 0) return null
  const [shared] = shareScripts(sets)
  if (shared !== undefined) return findLookalike(label, shared)
  if (SYSTEMS.some((system) => sets.every((set) => set.some((name) => system.includes(name))))) return null
  return { kind: 'mixed', scripts: [...new Set(sets.map(([first]) => first!))] }
}
