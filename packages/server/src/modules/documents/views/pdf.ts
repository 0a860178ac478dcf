// A document as a PDF: tagged, with embedded fonts, and the same bytes for the same document.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Content, DOCUMENT_TITLES } from '../rules/content.ts'
import { formatNumber } from '../rules/numbers.ts'
import {
  describeMissing,
  describeParty,
  describeTax,
  formatAmount,
  formatDay,
  formatPeriod,
  listNotes,
  listTotals,
  pickDomain,
} from '../rules/texts.ts'
import type { Document } from '../store/documents.ts'
import { type Fontkit, type Fonts, openBaseFonts, openFonts } from './fonts.ts'
import { CONTENT_WIDTH, PAGE, Sheet, type TextStyle } from './page.ts'

/** An order on a statement. */
export type StatementLine = {
  domain: string
  orderId: string
  paymentModel: string
  salePriceCents: number
  commissionCents: number
  amountOwedCents: number
}

const GREY = '#5b6472'
const HALF = CONTENT_WIDTH / 2
/** After so many rows, other requests get their turn. */
const ROWS_AT_A_TIME = 25

const left = { x: PAGE.margin, width: HALF - 12 }
const right = { x: PAGE.margin + HALF, width: HALF }

function drawHead(sheet: Sheet, document: Document): void {
  const { content, kind } = document
  const title = sheet.tag(
    sheet.root,
    'H1',
    DOCUMENT_TITLES[kind],
    { x: PAGE.margin, y: sheet.y, width: 320 },
    { size: 22, weight: 'bold' },
  )
  const issuer = { size: 12, weight: 'bold', align: 'right' } as const
  sheet.tag(
    sheet.root,
    'P',
    content.issuer.name,
    { x: PAGE.margin + 330, y: sheet.y + 6, width: CONTENT_WIDTH - 330 },
    issuer,
  )
  sheet.y += title + 10
}

/** Label and value beside one another, as rows of a table. */
function drawFacts(sheet: Sheet, facts: readonly (readonly [string, string])[]): void {
  const table = sheet.pdf.struct('Table')
  sheet.root.add(table)
  for (const [label, value] of facts) {
    const row = sheet.pdf.struct('TR')
    table.add(row)
    const y = sheet.y
    sheet.tag(row, 'TH', label, { x: PAGE.margin, y, width: 118 }, { size: 9.5, color: GREY }, 'Row')
    const height = sheet.tag(row, 'TD', value, { x: PAGE.margin + 124, y, width: CONTENT_WIDTH - 124 }, { size: 9.5 })
    row.end()
    sheet.y += height + 2
  }
  table.end()
  sheet.y += 16
}

function listFacts(document: Document): [string, string][] {
  const { content, kind, issuedAt, orderId, settlementId, purchaseId } = document
  const { statement, corrects, sold_through: soldThrough } = content
  const facts: [string, string][] = [['Number', formatNumber(document)]]
  facts.push(['Date of issue', formatDay(issuedAt.toISOString())])
  if (kind === 'receipt' || kind === 'invoice') facts.push(['Date paid', formatDay(content.supplied_at)])
  if (corrects !== null) facts.push(['Corrects', corrects])
  if (orderId !== null) facts.push(['Order', orderId])
  if (purchaseId !== null) facts.push(['Purchase', purchaseId])
  if (settlementId !== null) facts.push(['Settlement', settlementId])
  if (statement !== null) facts.push(['Period', formatPeriod(statement.period_start, statement.period_end)])
  if (statement?.due_at) facts.push(['Due', formatDay(statement.due_at)])
  if (soldThrough !== null) facts.push(['Sold through', soldThrough])
  return facts
}

function drawParty(sheet: Sheet, heading: string, lines: readonly string[], box: { x: number; width: number }): number {
  let y = sheet.y
  const section = sheet.pdf.struct('Sect')
  sheet.root.add(section)
  y += sheet.tag(section, 'H2', heading, { ...box, y }, { size: 9.5, weight: 'bold' }) + 2
  for (const line of lines) y += sheet.tag(section, 'P', line, { ...box, y }, { size: 9.5 })
  section.end()
  return y
}

const HEADINGS: Partial<Record<Document['kind'], string>> = {
  commission_statement: 'Partner',
  seller_statement: 'Seller',
}

function drawParties(sheet: Sheet, content: Content, kind: Document['kind']): void {
  const from = drawParty(sheet, 'From', describeParty(content.issuer), left)
  const heading = HEADINGS[kind] ?? 'Bill to'
  const to = drawParty(sheet, heading, describeParty(content.recipient), right)
  sheet.y = Math.max(from, to) + 22
}

type Column = { title: string; x: number; width: number; align?: 'left' | 'right' }

function drawRow(
  sheet: Sheet,
  table: PDFKit.PDFStructureElement,
  columns: readonly Column[],
  cells: readonly string[],
  kind: 'TH' | 'TD',
): void {
  const style = (column: Column): TextStyle =>
    ({
      size: kind === 'TH' ? 8.5 : 9.5,
      color: kind === 'TH' ? GREY : undefined,
      align: column.align ?? 'left',
    }) as TextStyle
  const heights = columns.map((column, index) => sheet.measureHeight(cells[index] ?? '', column.width, style(column)))
  const height = Math.max(...heights)
  const row = sheet.pdf.struct('TR')
  table.add(row)
  columns.forEach((column, index) => {
    const box = { x: column.x, y: sheet.y, width: column.width }
    sheet.tag(row, kind, cells[index] ?? '', box, style(column), kind === 'TH' ? 'Column' : undefined)
  })
  row.end()
  sheet.y += height + 6
}

const drawTitles = (sheet: Sheet, table: PDFKit.PDFStructureElement, columns: readonly Column[]): void => {
  drawRow(
    sheet,
    table,
    columns,
    columns.map(({ title }) => title),
    'TH',
  )
  sheet.rule(sheet.y - 2)
  sheet.y += 6
}

const AMOUNT: Column = { title: 'Amount', x: PAGE.width - PAGE.margin - 130, width: 130, align: 'right' }
const ITEMS: readonly Column[] = [{ title: 'Description', x: PAGE.margin, width: CONTENT_WIDTH - 146 }, AMOUNT]

function drawItems(sheet: Sheet, { content, currency }: Document, fonts: Fonts): void {
  const table = sheet.pdf.struct('Table')
  sheet.root.add(table)
  drawTitles(sheet, table, ITEMS)
  for (const line of content.lines) {
    if (sheet.ensure(40)) drawTitles(sheet, table, ITEMS)
    const text = line.domain === null ? line.description : `${line.description}: ${pickDomain(line, fonts.covers)}`
    drawRow(sheet, table, ITEMS, [text, formatAmount(line.amount_cents, currency)], 'TD')
  }
  table.end()
  sheet.rule(sheet.y)
  sheet.y += 10
}

function drawTotals(sheet: Sheet, document: Document): void {
  const table = sheet.pdf.struct('Table')
  sheet.root.add(table)
  const totals = listTotals(document)
  totals.forEach(([label, cents], index) => {
    const isLast = index === totals.length - 1
    const style = { size: isLast ? 11 : 9.5, weight: isLast ? 'bold' : 'regular' } as const
    const row = sheet.pdf.struct('TR')
    table.add(row)
    const width = AMOUNT.x - right.x + 10
    const text = formatAmount(cents, document.currency)
    const heights = [
      sheet.tag(row, 'TH', label, { x: right.x - 20, y: sheet.y, width }, style, 'Row'),
      sheet.tag(row, 'TD', text, { x: AMOUNT.x, y: sheet.y, width: AMOUNT.width }, { ...style, align: 'right' }),
    ]
    row.end()
    sheet.y += Math.max(...heights) + 4
  })
  table.end()
  sheet.y += 14
}

function drawNotes(sheet: Sheet, notes: readonly string[]): void {
  for (const note of notes) {
    sheet.ensure(sheet.measureHeight(note, CONTENT_WIDTH, { size: 9 }))
    sheet.y +=
      sheet.tag(sheet.root, 'P', note, { x: PAGE.margin, y: sheet.y, width: CONTENT_WIDTH }, { size: 9, color: GREY }) +
      4
  }
}

const ORDERS: readonly Column[] = [
  { title: 'Domain and order', x: PAGE.margin, width: 200 },
  { title: 'Price', x: PAGE.margin + 206, width: 88, align: 'right' },
  { title: 'Commission', x: PAGE.margin + 298, width: 88, align: 'right' },
  { title: 'Owed', x: PAGE.margin + 390, width: CONTENT_WIDTH - 390, align: 'right' },
]

/** The orders of a statement, with the titles again on every page. */
async function drawOrders(sheet: Sheet, lines: readonly StatementLine[], currency: string): Promise<void> {
  sheet.ensure(90)
  sheet.y += 6
  sheet.y += sheet.tag(sheet.root, 'H2', 'Orders', { ...left, y: sheet.y }, { size: 12, weight: 'bold' }) + 6
  const table = sheet.pdf.struct('Table')
  sheet.root.add(table)
  drawTitles(sheet, table, ORDERS)
  for (const [index, line] of lines.entries()) {
    if (index % ROWS_AT_A_TIME === ROWS_AT_A_TIME - 1) await nextTurn()
    if (sheet.ensure(44)) drawTitles(sheet, table, ORDERS)
    const amounts = [line.salePriceCents, line.commissionCents, line.amountOwedCents]
    const cells = [`${line.domain} ${line.orderId}`, ...amounts.map((cents) => formatAmount(cents, currency))]
    drawRow(sheet, table, ORDERS, cells, 'TD')
  }
  table.end()
}

/** The libraries are loaded with the first PDF. */
const load = async () => {
  const [{ default: PDFDocument }, library] = await Promise.all([import('pdfkit'), import('fontkit')])
  const fontkit = library as unknown as Fontkit
  return { PDFDocument, fontkit, base: openBaseFonts(fontkit) }
}
let loaded: ReturnType<typeof load> | undefined

/** `lines`: the orders of a statement; empty for other kinds. */
export async function renderPdf(document: Document, lines: readonly StatementLine[] = []): Promise<Buffer> {
  loaded ??= load()
  const { PDFDocument, fontkit, base } = await loaded
  const { content, kind, issuedAt } = document
  // Of what a document says, only the name of the issuer is bold.
  const texts = { regular: JSON.stringify(content), bold: content.issuer.name }
  const fonts = await openFonts(fontkit, base, texts)
  const number = formatNumber(document)
  const title = `${DOCUMENT_TITLES[kind]} ${number}`
  const pdf = new PDFDocument({
    size: PAGE.size,
    margins: { top: PAGE.margin, left: PAGE.margin, right: PAGE.margin, bottom: 0 },
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    displayTitle: true,
    lang: 'en',
    bufferPages: true,
    font: null,
    // The time of the document, not of the download: the same document has the same bytes.
    info: { Title: title, Author: content.issuer.name, CreationDate: issuedAt, ModDate: issuedAt },
  } as unknown as PDFKit.PDFDocumentOptions)
  const chunks: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', resolve)
    pdf.on('error', reject)
  })
  const sheet = new Sheet(pdf, fonts)
  drawHead(sheet, document)
  drawFacts(sheet, listFacts(document))
  drawParties(sheet, content, kind)
  drawItems(sheet, document, fonts)
  drawTotals(sheet, document)
  drawNotes(sheet, [
    ...describeTax(content.tax),
    ...listNotes(document, lines.length),
    ...describeMissing(content, fonts.covers),
  ])
  if (lines.length > 0) await drawOrders(sheet, lines, document.currency)
  sheet.root.end()
  sheet.foot(`${content.issuer.name} · ${number}`)
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}
