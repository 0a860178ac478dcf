// Which tables and functions a piece of SQL touches. It reads words, not grammar: most statements are composed of fragments, which no
// parser would take one by one.

/** Comments and strings go; what is between dollar signs is code and stays. */
const BLANKED = /--[^\n]*|'[^']*'/g
const TOKEN = /"[^"]*"|[a-z_][a-z0-9_]*|[^\s]/gi

const blank = (part) => part.replace(/[^\n]/g, ' ')

export function tokensOf(text) {
  const tokens = []
  for (const match of text.replace(BLANKED, blank).matchAll(TOKEN))
    tokens.push({ word: match[0].toLowerCase().replaceAll('"', ''), at: match.index })
  return tokens
}

const isWord = (word) => word !== undefined && /^[a-z_]/.test(word)

const namesAfter = (text, phrase, skipped) => {
  const words = tokensOf(text).map(({ word }) => word)
  return words.flatMap((_, index) => {
    if (phrase.some((wanted, steps) => words[index + steps] !== wanted)) return []
    let at = index + phrase.length
    while (skipped.includes(words[at])) at++
    return [words[at]]
  })
}

export const createdTables = (text) =>
  [['create'], ['create', 'unlogged']].flatMap((start) =>
    namesAfter(text, [...start, 'table'], ['if', 'not', 'exists']),
  )
export const createdFunctions = (text) => namesAfter(text, ['create', 'or', 'replace', 'function'], [])

/** What fires each trigger: `{ name, when, table }`. */
export function createdTriggers(text) {
  const words = tokensOf(text).map(({ word }) => word)
  return namesAfter(text, ['create', 'or', 'replace', 'trigger'], []).map((name) => {
    const at = words.findIndex((word, index) => word === name && words[index - 1] === 'trigger')
    const on = words.indexOf('on', at)
    return { name, when: words.slice(at + 1, on).join(' '), table: words[on + 1] }
  })
}

/** Names that a statement gives itself: `with x as (`, `referencing new table as x`. */
export function localNames(tokens) {
  const names = new Set()
  tokens.forEach(({ word }, index) => {
    const next = (steps) => tokens[index + steps]?.word
    const body = ['materialized', '('].includes(next(2)) || next(2) === 'not'
    if (isWord(word) && next(1) === 'as' && body) names.add(word)
    // with x (a, b) as (
    if (isWord(word) && next(1) === '(' && ['with', 'recursive', ','].includes(tokens[index - 1]?.word)) names.add(word)
    if (word === 'table' && ['new', 'old'].includes(tokens[index - 1]?.word) && next(1) === 'as') names.add(next(2))
  })
  return names
}

/** `from` that asks for a part of a value instead of a table. */
const PART_OF_VALUE = new Set(['extract', 'substring', 'trim', 'overlay'])
/** Words that end a list of tables. */
const ENDS_LIST = new Set([
  ...[
    'where',
    'group',
    'order',
    'having',
    'limit',
    'union',
    'returning',
    'for',
    'window',
    'offset',
    'set',
    'do',
    'values',
  ],
  ...['conflict', 'intersect', 'except', 'loop', 'select', 'then'],
])
const BEFORE_TABLE = new Set(['only', 'lateral', 'table'])
/** `for update`, `do update`, `before update`, `or update`: no statement of its own. */
const NOT_A_STATEMENT = new Set(['for', 'do', 'before', 'after', 'or', 'key', 'on', 'of'])

/** Perhaps a fragment for a list of tables: `orders o join partners p on …`, or the name alone. */
const ALIASES_NOTHING = new Set(['is', 'in', 'as', 'and', 'or', 'not', 'like', 'between', 'desc', 'asc'])
const beginsWithTable = ([first, second]) =>
  isWord(first?.word) && (second === undefined || (isWord(second.word) && !ALIASES_NOTHING.has(second.word)))

/**
 * Answers `{ kind, name, at }` for every table that is read or written, for every table that a trigger is put on, and for every
 * function that is called. `perhaps` is a first word that is read if it is a table. Which names are tables is for the caller to say.
 */
export function touches(text) {
  const tokens = tokensOf(text)
  const found = []
  /** One for each open parenthesis: whether a list of tables is being read in it, and which function opened it. */
  let level = { opener: '', list: false, deletes: false, outer: null }
  const add = (kind, index) => {
    const name = tokens[index]?.word
    if (isWord(name)) found.push({ kind, name, at: tokens[index].at })
  }
  /** The word after `from`, `join`, `into`; a schema and a function's parenthesis are looked at. */
  const tableAt = (kind, from) => {
    let index = from
    while (BEFORE_TABLE.has(tokens[index]?.word)) index++
    if (tokens[index + 1]?.word === '.') return
    if (kind === 'read' && tokens[index + 1]?.word === '(') return
    add(kind, index)
  }
  if (beginsWithTable(tokens)) add('perhaps', 0)
  tokens.forEach(({ word }, index) => {
    const before = tokens[index - 1]?.word
    const next = tokens[index + 1]?.word
    if (word === '(') {
      level = { opener: before ?? '', list: false, deletes: false, outer: level }
      const defines = tokens[index - 2]?.word === 'function' && tokens[index - 3]?.word === 'replace'
      if (isWord(before) && !defines) add('call', index - 1)
    } else if (word === ')') level = level.outer ?? level
    else if (word === ';') Object.assign(level, { list: false, deletes: false })
    else if (word === 'from') {
      if (before === 'distinct' && ['is', 'not'].includes(tokens[index - 2]?.word)) return
      if (PART_OF_VALUE.has(level.opener)) return
      level.list = before !== 'delete'
      level.deletes = before === 'delete'
      tableAt(before === 'delete' ? 'write' : 'read', index + 1)
    } else if (word === 'join') {
      tableAt('read', index + 1)
      level.list = true
    } else if (word === 'using' && level.deletes && next !== '(') {
      tableAt('read', index + 1)
      level.list = true
    } else if (word === ',' && level.list) tableAt('read', index + 1)
    else if (word === 'into' && ['insert', 'merge'].includes(before)) {
      level.deletes = before === 'merge'
      tableAt('write', index + 1)
    } else if (word === 'update' && !NOT_A_STATEMENT.has(before) && !['of', 'or', 'on', 'skip'].includes(next))
      tableAt('write', index + 1)
    else if (word === 'truncate' && !['before', 'after', 'or'].includes(before)) tableAt('write', index + 1)
    else if (word === 'lock' && next === 'table') tableAt('write', index + 2)
    else if (word === 'trigger' && ['create', 'replace'].includes(before)) {
      const on = tokens.findIndex((token, later) => later > index && token.word === 'on')
      tableAt('trigger', on + 1)
    }
    if (ENDS_LIST.has(word)) level.list = false
  })
  return found
}
