// `freehold operator import`: uploads listings from a CSV or NDJSON file as a stream.
import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { ENVIRONMENTS } from '@freehold/sdk/enums'
import { type Command, parseChoice, text } from '../command.ts'
import { EXIT } from '../failure.ts'
import { UsageError } from '../usage.ts'

const FORMATS = ['csv', 'ndjson'] as const
const HEADER_BYTES_MAX = 65_536
const UPLOAD_TIMEOUT_MS = 6 * 3_600_000

function readSize(file: string): number {
  try {
    return statSync(file).size
  } catch (error) {
    throw new UsageError(`Cannot read ${file}: ${(error as Error).message}`)
  }
}

function firstLine(file: string): string {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(HEADER_BYTES_MAX)
    const [line = ''] = bytes.toString('utf8', 0, readSync(handle, bytes)).split('\n')
    return line
  } finally {
    closeSync(handle)
  }
}

/** Without this check a CSV file without a header loses its first listing, and its other lines are rejected one by one. */
export function checkHeader(file: string, line: string): void {
  const columns = line.split(',').map((cell) => cell.replaceAll(/["\s\ufeff]/g, '').toLowerCase())
  const missing = ['domain', 'price_cents', 'currency'].filter((name) => !columns.includes(name))
  if (missing.length > 0)
    throw new UsageError(
      `The first line of ${file} must name the columns. Missing: ${missing.join(', ')}. Example: domain,price_cents,currency`,
    )
}

export const importListings: Command = {
  name: 'operator import',
  summary: 'Import listings from a CSV or NDJSON file of any size.',
  usage: 'FILE [--environment sandbox] [--format csv|ndjson] [--dry-run]',
  options: {
    environment: { type: 'string', value: 'ENVIRONMENT', help: 'Default: sandbox.', choices: ENVIRONMENTS },
    format: { type: 'string', value: 'FORMAT', help: "Default: by the file's name.", choices: FORMATS },
    'dry-run': { type: 'boolean', help: 'Check the file and show what would change, without changing anything.' },
  },
  takes: [1, 1],
  async run({ args: [file = ''], values, operator, output, signal }) {
    const format = parseChoice(FORMATS, text(values, 'format') ?? (file.endsWith('.csv') ? 'csv' : 'ndjson'), 'format')
    const environment = parseChoice(ENVIRONMENTS, text(values, 'environment') ?? 'sandbox', 'environment')
    const size = readSize(file)
    if (format === 'csv') checkHeader(file, firstLine(file))
    const { listings } = operator().operator
    // Checks the token before a long upload.
    await listings.list({ limit: 1 })
    let sent = 0
    const counted = createReadStream(file).on('data', (chunk) => {
      sent += chunk.length
      const percent = size === 0 ? 100 : Math.floor((sent / size) * 100)
      output.progress(`${'█'.repeat(percent / 4).padEnd(25, '░')} ${percent} %`)
    })
    const stream = Readable.toWeb(counted) as ReadableStream<Uint8Array>
    const patient = { timeoutMs: UPLOAD_TIMEOUT_MS, signal }
    const report = await (values['dry-run']
      ? listings.previewImport(environment, stream, format, patient)
      : listings.import(environment, stream, format, patient))
    output.progress(null)
    output.show(report, () => {
      const counts = (['created', 'updated', 'unchanged', 'rejected'] as const).map((kind) => `${report[kind]} ${kind}`)
      output.line(`${report.dry_run ? 'Dry run, nothing changed. ' : ''}${report.lines} lines: ${counts.join(', ')}.`)
      for (const { line, domain, message } of report.rejections)
        output.line(`line ${line}  ${domain ?? ''}  ${message}`)
    })
    if (report.lines === 0) output.note('The file has no listings.')
    return report.rejected > 0 || report.lines === 0 ? EXIT.refused : EXIT.done
  },
}
