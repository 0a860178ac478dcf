// Documents: receipts, invoices, credit notes and statements, as a list, in detail, and as PDF files.
import { writeFileSync } from 'node:fs'
import type { Document } from '@freehold/sdk'
import { DOCUMENT_KINDS } from '@freehold/sdk/enums'
import { type Command, type Context, text, whole } from '../command.ts'
import { moneyText, type Output, timeText } from '../output.ts'
import { UsageError } from '../usage.ts'

type Shown = Omit<Document, 'issuer'>

function showDocument(output: Output, found: Shown): void {
  const { recipient, currency } = found
  output.facts([
    ['Document', found.document_id],
    ['Number', found.number],
    ['Kind', found.kind],
    ['Corrects', found.corrects],
    ['Recipient', recipient.company ?? recipient.name ?? recipient.email],
    ['Order', found.order_public_id],
    ['Settlement', found.settlement_id],
    ['Purchase', found.purchase_id],
    ['Net', moneyText(found.net_cents, currency)],
    ['Tax', moneyText(found.tax_cents, currency)],
    ['Total', moneyText(found.gross_cents, currency)],
    ['Issued', `${timeText(found.issued_at)} UTC`],
  ])
  output.line()
  output.table(
    found.lines,
    [
      ['LINE', (line) => line.description],
      ['DOMAIN', (line) => line.domain],
      ['AMOUNT', (line) => moneyText(line.amount_cents, currency), 'end'],
    ],
    'No lines.',
  )
}

const listDocuments = (output: Output, documents: readonly Shown[]): void =>
  output.table(
    documents,
    [
      ['DOCUMENT', (row) => row.document_id],
      ['NUMBER', (row) => row.number],
      ['KIND', (row) => row.kind],
      ['TOTAL', (row) => moneyText(row.gross_cents, row.currency), 'end'],
      ['ISSUED', (row) => timeText(row.issued_at)],
    ],
    'No documents yet.',
  )

/** `-` is the standard output. */
function savePdf(output: Output, file: string, bytes: Uint8Array): void {
  try {
    writeFileSync(file === '-' ? process.stdout.fd : file, bytes)
  } catch (error) {
    throw new UsageError(`Cannot write ${file}: ${(error as Error).message}`)
  }
  if (file !== '-') output.note(`Saved ${file}.`)
}

export const PDF_OPTION = {
  pdf: { type: 'string', value: 'FILE', help: 'Save the PDF to this file. `-` is the standard output.' },
} as const

const LIST_OPTIONS = {
  kind: {
    type: 'string',
    value: 'KIND',
    help: 'One kind, or several separated by commas.',
    choices: DOCUMENT_KINDS,
  },
  limit: { type: 'string', value: 'N', help: 'How many documents. Default 25, maximum 100.' },
  ...PDF_OPTION,
} as const

type Source<Page extends object> = {
  /** What the list has: documents or statements. */
  noun: string
  get(id: string): Promise<Shown>
  pdf(id: string): Promise<Uint8Array>
  list(): Promise<Page>
  rows(page: Page): readonly Shown[]
}

/** One document on the screen or as a file, or the list without an ID. */
export async function showDocuments<Page extends object>(context: Context, source: Source<Page>): Promise<void> {
  const { args, values, output } = context
  const [id] = args
  const file = text(values, 'pdf')
  if (id && file !== undefined) return savePdf(output, file, await source.pdf(id))
  if (id) {
    const found = await source.get(id)
    return output.show(found, () => showDocument(output, found))
  }
  if (file !== undefined) throw new UsageError(`Pass the ID of the ${source.noun} that --pdf saves.`)
  const page = await source.list()
  output.show(page, () => listDocuments(output, source.rows(page)))
}

function readFilter({ values }: Context): { limit: number; kind?: string } {
  const kind = text(values, 'kind')
  return { limit: whole(text(values, 'limit'), 'limit') ?? 25, ...(kind ? { kind } : {}) }
}

type Documents = {
  get(id: string): Promise<Shown>
  pdf(id: string): Promise<Uint8Array>
  list(query: { limit: number; kind?: string }): Promise<{ documents: readonly Shown[] }>
}

const showAll = (context: Context, api: Documents): Promise<void> =>
  showDocuments(context, {
    noun: 'document',
    get: (id) => api.get(id),
    pdf: (id) => api.pdf(id),
    list: () => api.list(readFilter(context)),
    rows: ({ documents }) => documents,
  })

export const documents: Command = {
  name: 'documents',
  summary: 'List your documents, show one, or save its PDF.',
  usage: '[DOCUMENT-ID] [--pdf FILE] [--kind receipt,invoice] [--limit 25]',
  options: LIST_OPTIONS,
  takes: [0, 1],
  run: (context) => showAll(context, context.partner().documents),
}

export const operatorDocuments: Command = {
  name: 'operator documents',
  summary: 'List documents of all partners and sellers, show one, or save its PDF.',
  usage: '[DOCUMENT-ID] [--pdf FILE] [--kind seller_statement] [--limit 25]',
  options: LIST_OPTIONS,
  takes: [0, 1],
  run: (context) => showAll(context, context.operator().operator.documents),
}
