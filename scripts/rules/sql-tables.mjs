// Which tables and functions a piece of SQL touches. It reads words, not grammar: most statements are composed of fragments, which no
// parser would take one by one.

const TOKEN = /"[^"]*"|[a-z_][a-z0-9_]*|[^\s]/gi
/** Where a comment, a string, a quoted name or a text between dollar signs begins. */
const MARK = /--|\/\*|["']|\$\w*\$/gi

const blank = (part) => part.replace(/[^\n]/g, ' ')

/** Where a comment ends that begins at `at`. Comments nest. */
function findCommentEnd(text, at) {
  let depth = 0
  for (const { 0: mark, index } of text.slice(at).matchAll(/\/\*|\*\//g)) {
    depth += mark === '/*' ? 1 : -1
    if (depth === 0) return at + index + 2
  }
  return text.length
}

/** An `E` string knows backslashes; `date'…'` is none. A quote that nobody closes ends at once: what follows is read. */
function findStringEnd(text, at) {
  const escapes = /(?:^|[^\w$])e$/i.test(text.slice(Math.max(0, at - 2), at))
  for (let end = at + 1; end < text.length; end++) {
    if (escapes && text[end] === '\\') end++
    else if (text[end] === "'" && text[end + 1] === "'") end++
    else if (text[end] === "'") return end + 1
  }
  return at + 1
}

/** Comments and strings go; what is between dollar signs is code and stays, and a quote in it does not reach beyond it. */
function blankOut(text) {
  let done = ''
  /** Up to `end`; `shown` are the first letters that stay. */
  const skipTo = (end, shown = 0) => {
    const part = text.slice(done.length, end)
    done += part.slice(0, shown) + blank(part.slice(shown))
  }
  for (;;) {
    MARK.lastIndex = done.length
    const match = MARK.exec(text)
    if (!match) return done + text.slice(done.length)
    const { 0: mark, index } = match
    const after = index + mark.length
    const end = (found) => (found < 0 ? text.length : found)
    done += text.slice(done.length, index)
    if (mark === '--') skipTo(end(text.indexOf('\n', after)))
    else if (mark === '/*') skipTo(findCommentEnd(text, index))
    // One quote stays, so that `execute '…'` and `as '…'` can be told.
    else if (mark === "'") skipTo(findStringEnd(text, index), 1)
    else if (mark === '"') done += text.slice(index, end(text.indexOf('"', after)) + 1)
    else {
      const close = end(text.indexOf(mark, after))
      done += mark + blankOut(text.slice(after, close)) + text.slice(close, close + mark.length)
    }
  }
}

export function tokenize(text) {
  const tokens = []
  for (const match of blankOut(text).matchAll(TOKEN))
    tokens.push({ word: match[0].toLowerCase().replaceAll('"', ''), at: match.index })
  return tokens
}

const isWord = (word) => word !== undefined && /^[a-z_]/.test(word)

const namesAfter = (text, phrase, skipped) => {
  const words = tokenize(text).map(({ word }) => word)
  return words.flatMap((_, index) => {
    if (phrase.some((wanted, steps) => words[index + steps] !== wanted)) return []
    let at = index + phrase.length
    while (skipped.includes(words[at])) at++
    // A partition belongs to its table.
    return words[at + 1] === 'partition' && words[at + 2] === 'of' ? [] : [words[at]]
  })
}

export const createdTables = (text) =>
  [['create'], ['create', 'unlogged']].flatMap((start) =>
    namesAfter(text, [...start, 'table'], ['if', 'not', 'exists', 'public', '.']),
  )
export const createdFunctions = (text) => namesAfter(text, ['create', 'or', 'replace', 'function'], ['public', '.'])

/** What fires each trigger: `{ name, when, table }`. */
export function createdTriggers(text) {
  const words = tokenize(text).map(({ word }) => word)
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
const BEFORE_TABLE = new Set(['only', 'lateral', 'table', 'if', 'not', 'exists'])
/** `for update`, `do update`, `before update`, `or update`: no statement of its own. */
const NOT_A_STATEMENT = new Set(['for', 'do', 'before', 'after', 'or', 'key', 'on', 'of'])
const BEGINS_STATEMENT = new Set([undefined, ';', '$', 'begin', 'then', 'else', 'loop'])
/** `execute function` of a trigger, `grant execute on`: everything else that is executed is text. */
const EXECUTES_NO_TEXT = new Set(['function', 'procedure', 'on'])
/** What a value or a fragment leaves in the text of a statement. */
export const INTERPOLATION = '?'
const isOpen = (word) => word === undefined || word === INTERPOLATION

/** Perhaps a fragment for a list of tables: `orders o join partners p on …`, or the name alone. */
const ALIASES_NOTHING = new Set(['is', 'in', 'as', 'and', 'or', 'not', 'like', 'between', 'desc', 'asc'])
const beginsWithTable = ([first, second]) =>
  isWord(first?.word) && (second === undefined || (isWord(second.word) && !ALIASES_NOTHING.has(second.word)))

/** Whether the names after this word are tables that a statement changes. */
function isWrite(before, word, next) {
  if (word === 'update') return !NOT_A_STATEMENT.has(before) && !['of', 'or', 'on', 'skip'].includes(next)
  if (word === 'truncate') return !['before', 'after', 'or'].includes(before)
  if (word === 'into') return ['insert', 'merge'].includes(before) || isOpen(before)
  if (word === 'table') return ['alter', 'drop', 'create', 'unlogged'].includes(before)
  if (word === 'lock' || word === 'copy') return next === 'table' || BEGINS_STATEMENT.has(before)
  // The rest of the statement is elsewhere.
  return ['insert', 'delete'].includes(word) && isOpen(next) && !NOT_A_STATEMENT.has(before)
}

/** What needs the name of its table in the text. */
const CHANGES_TABLE = new Set(['write', 'trigger', 'row-trigger'])

/** Whether the trigger whose name follows can change or skip a row: `before`, unless it says `for each statement`. */
function changesRows(tokens, trigger) {
  const words = tokens.slice(trigger + 2).map(({ word }) => word)
  const ends = words.findIndex((word) => word === 'execute' || word === ';')
  const definition = ends < 0 ? words : words.slice(0, ends)
  return definition.slice(0, definition.indexOf('on')).includes('before') && !definition.includes('statement')
}

/**
 * Answers `{ kind, name, at }` for every table that is read or written, for every table that a trigger is put on, and for every
 * function that is called. `row-trigger` is a trigger that runs before each row and may change it. `perhaps` is a first word that is
 * read if it is a table. `chosen` is a write to a table that the text does not name, or a trigger on one, and `text` is code that is
 * hidden in a string. Which names are tables is for the caller to say.
 */
export function touches(text) {
  const tokens = tokenize(text)
  const found = []
  /** One for each open parenthesis: whether a list of tables is being read in it, and which function opened it. */
  let level = { opener: '', list: false, deletes: false, outer: null }
  const add = (kind, index) => {
    const name = tokens[index]?.word
    if (isWord(name)) found.push({ kind, name, at: tokens[index].at })
  }
  /** The word after `from`, `join`, `into`; a schema and a function's parenthesis are looked at. Answers where the name is. */
  const tableAt = (kind, from, verb = tokens[from - 1]) => {
    let index = from
    while (BEFORE_TABLE.has(tokens[index]?.word)) index++
    const first = index
    while (tokens[index + 1]?.word === '.') index += 2
    if (CHANGES_TABLE.has(kind) && isOpen(tokens[index]?.word))
      found.push({ kind: 'chosen', name: verb.word, at: verb.at })
    const otherSchema = index > first && tokens[index - 2].word !== 'public'
    if (kind !== 'read' || (!otherSchema && tokens[index + 1]?.word !== '(')) add(kind, index)
    return index
  }
  const tablesAt = (kind, from, verb = tokens[from - 1]) => {
    let index = tableAt(kind, from, verb)
    if (tokens[index + 1]?.word === '*') index++
    if (tokens[index + 1]?.word === ',') tablesAt(kind, index + 2, verb)
  }
  const isString = (index) => tokens[index + (tokens[index]?.word === 'e' ? 1 : 0)]?.word === "'"
  const tableAfterOn = (kind, from) => {
    const on = tokens.findIndex(({ word }, index) => index > from && word === 'on')
    if (on > 0) tableAt(kind, on + 1)
  }
  const named = tokens[0]?.word === 'public' && tokens[1]?.word === '.' ? 2 : 0
  if (beginsWithTable(tokens.slice(named))) add('perhaps', named)
  tokens.forEach(({ word, at }, index) => {
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
    else if (isWrite(before, word, next)) {
      level.deletes = before === 'merge'
      tablesAt('write', index + 1)
    } else if (word === 'trigger' && ['create', 'replace', 'constraint', 'drop'].includes(before))
      tableAfterOn(changesRows(tokens, index) ? 'row-trigger' : 'trigger', index)
    else if (word === 'index' && ['create', 'unique'].includes(before)) tableAfterOn('write', index)
    else if (word === 'execute' && !EXECUTES_NO_TEXT.has(next)) found.push({ kind: 'text', name: word, at })
    else if (['as', 'do', 'plpgsql'].includes(word) && isString(index + 1)) found.push({ kind: 'text', name: word, at })
    if (ENDS_LIST.has(word)) level.list = false
  })
  return found
}
