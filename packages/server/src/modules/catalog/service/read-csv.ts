// CSV (RFC 4180) from lines to records: quoted cells may span lines, and one bad quote costs one line, not the file.
import { IMPORT_LINE_BYTES_MAX } from '../../../kernel/limits.ts'

export type TextLine = { line: number; text: string } | { line: number; problem: string }
type GoodLine = Extract<TextLine, { text: string }>
export type CsvRecord = { line: number; cells: string[] } | { line: number; problem: string }

const BAD_QUOTE = 'has an unclosed quotation mark, or one inside an unquoted cell'

/** The end of a quoted cell that begins at `start`: its closing quote, where "" is one quote inside. */
function closingQuote(text: string, start: number): number {
  let at = text.indexOf('"', start + 1)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

/** The next comma or quote, or the end. */
function findBareCellEnd(text: string, start: number): number {
  let at = start
  while (at < text.length && text[at] !== ',' && text[at] !== '"') at += 1
  return at
}

function skip(text: string, start: number, isSkipped: (character: string) => boolean): number {
  let at = start
  while (at < text.length && isSkipped(text[at]!)) at += 1
  return at
}

const isSpace = (character: string): boolean => /\s/.test(character)
const isSpaceInLine = (character: string): boolean => character !== '\n' && isSpace(character)

/** The cells of a whole record, spaces around them removed; null where a quote is out of place. Reads each character once. */
export function parseCells(text: string): string[] | null {
  if (!text.includes('"')) return text.split(',').map((cell) => cell.trim())
  const cells: string[] = []
  for (let at = 0; ; at += 1) {
    const start = skip(text, at, isSpaceInLine)
    if (text[start] === '"') {
      const end = closingQuote(text, start)
      if (end < 0) return null
      cells.push(text.slice(start + 1, end).replaceAll('""', '"'))
      at = skip(text, end + 1, isSpace)
    } else {
      const end = findBareCellEnd(text, start)
      cells.push(text.slice(start, end).trim())
      at = end
    }
    if (at === text.length) return cells
    if (text[at] !== ',') return null
  }
}

const hasOddQuotes = (text: string): boolean => text.split('"').length % 2 === 0

/** A record is numbered by its first line. */
export async function* readCsvRecords(lines: AsyncIterable<TextLine>): AsyncGenerator<CsvRecord> {
  // The lines of a record whose quote is still open: together never longer than a line may be.
  let open: GoodLine[] = []
  let openBytes = 0
  let isOpen = false

  const close = (): GoodLine[] => {
    const all = open
    open = []
    openBytes = 0
    isOpen = false
    return all
  }

  function* read(queue: TextLine[], isLast: boolean): Generator<CsvRecord> {
    /** The first of the open lines is to blame; those after it are looked at afresh. */
    const blameFirst = (): CsvRecord => {
      const [first, ...rest] = close()
      queue.unshift(...rest)
      return { line: first!.line, problem: BAD_QUOTE }
    }
    for (;;) {
      const next = queue.shift()
      if (next === undefined) {
        if (!isLast || open.length === 0) return
        yield blameFirst()
      } else if ('problem' in next) {
        if (open.length > 0) {
          queue.unshift(next)
          yield blameFirst()
        } else yield next
      } else if (open.length > 0 || next.text.trim() !== '') {
        open.push(next)
        openBytes += Buffer.byteLength(next.text) + 1
        if (hasOddQuotes(next.text)) isOpen = !isOpen
        if (isOpen && openBytes <= IMPORT_LINE_BYTES_MAX) continue
        const cells = isOpen
          ? null
          : parseCells(
              open
                .map(({ text }) => text)
                .join('\n')
                .replace(/\r$/, ''),
            )
        if (cells) yield { line: close()[0]!.line, cells }
        else yield blameFirst()
      }
    }
  }

  for await (const line of lines) {
    // A file may be nothing but empty lines.
    if (open.length === 0 && 'text' in line && line.text.trim() === '') continue
    yield* read([line], false)
  }
  yield* read([], true)
}
