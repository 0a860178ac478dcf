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

export const listDocuments = (output: Output, documents: readonly Shown[]): void =>
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

type Source = { get(id: string): Promise<Shown>; pdf(id: string): Promise<Uint8Array> }

/** One document: on the screen, or as a file. */
export async function showOne({ values, output }: Context, id: string, source: Source): Promise<void> {
  const file = text(values, 'pdf')
  if (file !== undefined) return savePdf(output, file, await source.pdf(id))
  const found = await source.get(id)
  output.show(found, () => showDocument(output, found))
}

function readFilter({ values }: Context): { limit: number; kind?: string } {
  if (text(values, 'pdf') !== undefined) throw new UsageError('Pass the ID of the document that --pdf saves.')
  const kind = text(values, 'kind')
  return { limit: whole(text(values, 'limit'), 'limit') ?? 25, ...(kind ? { kind } : {}) }
}

export const documents: Command = {
  name: 'documents',
  summary: 'List your documents, show one, or save its PDF.',
  usage: '[DOCUMENT-ID] [--pdf FILE] [--kind receipt,invoice] [--limit 25]',
  options: LIST_OPTIONS,
  takes: [0, 1],
  async run(context) {
    const { output } = context
    const [id] = context.args
    const api = context.partner().documents
    if (id) return showOne(context, id, { get: (one) => api.get(one), pdf: (one) => api.pdf(one) })
    const page = await api.list(readFilter(context))
    output.show(page, () => listDocuments(output, page.documents))
  },
}

export const operatorDocuments: Command = {
  name: 'operator documents',
  summary: 'List documents of all partners and sellers, show one, or save its PDF.',
  usage: '[DOCUMENT-ID] [--pdf FILE] [--kind seller_statement] [--limit 25]',
  options: LIST_OPTIONS,
  takes: [0, 1],
  async run(context) {
    const { output } = context
    const [id] = context.args
    const api = context.operator().operator.documents
    if (id) return showOne(context, id, { get: (one) => api.get(one), pdf: (one) => api.pdf(one) })
    const page = await api.list(readFilter(context))
    output.show(page, () => listDocuments(output, page.documents))
  },
}
