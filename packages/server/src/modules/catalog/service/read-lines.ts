// Reads CSV or NDJSON from a stream, a record at a time, never holding more than the longest record may be.
import type { Readable } from 'node:stream'
import { IMPORT_LINE_BYTES_MAX } from '../../../kernel/limits.ts'
import { readCsvRecords, type TextLine } from './read-csv.ts'

/** A line that was read as a record, or the reason why it could not be. */
export type ImportLine = { line: number; record: Record<string, unknown> } | { line: number; problem: string }

const NEWLINE = 0x0a
const TOO_LONG = `is longer than ${IMPORT_LINE_BYTES_MAX} bytes`
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

type Line = { line: number; bytes: Buffer | null }

/** The lines of each chunk as bytes; one that is too long is dropped as it comes in, not collected. */
async function* splitLines(source: Readable): AsyncGenerator<Line[]> {
  let line = 1
  let parts: Buffer[] = []
  let size = 0
  const take = (): Line => {
    const whole = parts.length === 1 ? parts[0]! : Buffer.concat(parts)
    const bytes = size > IMPORT_LINE_BYTES_MAX ? null : whole
    parts = []
    size = 0
    return { line: line++, bytes }
  }
  for await (const chunk of source as AsyncIterable<Buffer>) {
    const lines: Line[] = []
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      size += end - start
      if (size <= IMPORT_LINE_BYTES_MAX) parts.push(chunk.subarray(start, end))
      lines.push(take())
      start = end + 1
    }
    yield lines
    size += chunk.length - start
    if (size <= IMPORT_LINE_BYTES_MAX && start < chunk.length) parts.push(Buffer.from(chunk.subarray(start)))
  }
  if (size > 0) yield [take()]
}

function readText({ line, bytes }: Line): TextLine {
  if (bytes === null) return { line, problem: TOO_LONG }
  try {
    const text = bytes.length === 0 ? '' : decoder.decode(bytes)
    return { line, text: line === 1 && text.startsWith('\ufeff') ? text.slice(1) : text }
  } catch {
    return { line, problem: 'is not UTF-8' }
  }
}

async function* readLines(source: Readable): AsyncGenerator<TextLine> {
  for await (const lines of splitLines(source)) for (const line of lines) yield readText(line)
}

export async function* readNdjson(source: Readable): AsyncGenerator<ImportLine> {
  for await (const entry of readLines(source)) {
    if ('problem' in entry) {
      yield entry
      continue
    }
    const { line } = entry
    const text = entry.text.trim()
    if (text === '') continue
    try {
      const record: unknown = JSON.parse(text)
      if (typeof record === 'object' && record !== null && !Array.isArray(record))
        yield { line, record: record as Record<string, unknown> }
      else yield { line, problem: 'is not a JSON object' }
    } catch {
      yield { line, problem: 'is not valid JSON' }
    }
  }
}

const NUMBERS = new Set(['price_cents', 'floor_price_cents'])

/** CSV knows only text: whole numbers become numbers, categories are separated by `|` or `;`, a blank cell is absent. */
function fromCells(columns: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const fields: [string, unknown][] = []
  for (const [index, name] of columns.entries()) {
    const text = cells[index] ?? ''
    if (text === '') continue
    if (NUMBERS.has(name)) fields.push([name, /^\d{1,15}$/.test(text) ? Number(text) : text])
    else if (name === 'categories') fields.push([name, text.split(/[|;]/).map((part) => part.trim())])
    else fields.push([name, text])
  }
  return Object.fromEntries(fields)
}

type Header = { columns: string[] } | { problem: string }

function readHeader(cells: readonly string[]): Header {
  const columns = cells.map((name) => name.toLowerCase())
  const seen = new Set<string>()
  const repeated = columns.find((name) => name !== '' && (seen.has(name) || !seen.add(name)))
  return repeated === undefined ? { columns } : { problem: `has the column ${repeated} more than once` }
}

/** The first record names the columns. Without a header that can be read, no line can. */
export async function* readCsv(source: Readable): AsyncGenerator<ImportLine> {
  let header: Header | undefined
  for await (const entry of readCsvRecords(readLines(source))) {
    if (header === undefined) {
      header = 'problem' in entry ? entry : readHeader(entry.cells)
      if ('problem' in header) yield { line: entry.line, problem: header.problem }
    } else if ('problem' in entry) yield entry
    else if ('problem' in header) yield { line: entry.line, problem: 'has no valid header line' }
    else if (entry.cells.length !== header.columns.length)
      yield {
        line: entry.line,
        problem: `has ${entry.cells.length} cells where the header has ${header.columns.length}`,
      }
    else yield { line: entry.line, record: fromCells(header.columns, entry.cells) }
  }
}
