// Reads CSV or NDJSON from a stream, a record at a time, never holding more than one line.
import type { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { IMPORT_LINE_BYTES_MAX } from '../../kernel/limits.ts'

/** A line that was read as a record, or the reason why it could not be. */
export type ImportLine = { line: number; record: Record<string, unknown> } | { line: number; problem: string }

const NEWLINE = 0x0a
const TOO_LONG = `is longer than ${IMPORT_LINE_BYTES_MAX} bytes`
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Lines as bytes; one that is too long is dropped as it comes in, not collected. */
async function* splitLines(source: Readable): AsyncGenerator<{ line: number; bytes: Buffer | null }> {
  let line = 1
  let parts: Buffer[] = []
  let size = 0
  const take = () => {
    const bytes = size > IMPORT_LINE_BYTES_MAX ? null : Buffer.concat(parts)
    parts = []
    size = 0
    return { line: line++, bytes }
  }
  for await (const chunk of source as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      size += end - start
      if (size <= IMPORT_LINE_BYTES_MAX) parts.push(chunk.subarray(start, end))
      yield take()
      start = end + 1
    }
    size += chunk.length - start
    if (size <= IMPORT_LINE_BYTES_MAX && start < chunk.length) parts.push(Buffer.from(chunk.subarray(start)))
  }
  if (size > 0) yield take()
}

export async function* readNdjson(source: Readable): AsyncGenerator<ImportLine> {
  for await (const { line, bytes } of splitLines(source)) {
    if (bytes === null) {
      yield { line, problem: TOO_LONG }
      continue
    }
    let text: string
    try {
      text = decoder.decode(bytes).trim()
    } catch {
      yield { line, problem: 'is not UTF-8' }
      continue
    }
    if (text === '') continue
    try {
      const record: unknown = JSON.parse(text)
      if (typeof record === 'object' && record !== null && !Array.isArray(record))
        yield { line, record: record as Record<string, unknown> }
      else yield { line, problem: 'is not a JSON object' }
    } catch {
      yield { line, problem: 'is not JSON' }
    }
  }
}

const NUMBERS = new Set(['price_cents', 'floor_price_cents'])

/** CSV knows only text: whole numbers become numbers, categories are separated by `|` or `;`, a blank cell is absent. */
function fromCells(cells: Record<string, string>): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(cells)) {
    if (text === '') continue
    if (NUMBERS.has(name)) record[name] = /^\d{1,15}$/.test(text) ? Number(text) : text
    else if (name === 'categories') record[name] = text.split(/[|;]/).map((part) => part.trim())
    else record[name] = text
  }
  return record
}

type CsvSkip = Error & { lines?: number }
type CsvRow = { record: Record<string, string>; info: { lines: number } }

export async function* readCsv(source: Readable): AsyncGenerator<ImportLine> {
  const skipped: ImportLine[] = []
  const parser = parse({
    bom: true,
    columns: (names: string[]): string[] => names.map((name) => name.trim().toLowerCase()),
    info: true,
    trim: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: IMPORT_LINE_BYTES_MAX,
  })
  parser.on('skip', (error: CsvSkip) =>
    skipped.push({ line: error.lines ?? 0, problem: `is not a CSV record: ${error.message}`.slice(0, 200) }),
  )
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  for await (const row of parser as AsyncIterable<CsvRow>) {
    while (skipped.length > 0) yield skipped.shift()!
    yield { line: row.info.lines, record: fromCells(row.record) }
  }
  yield* skipped
}
