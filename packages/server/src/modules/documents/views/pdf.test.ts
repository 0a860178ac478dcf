// The PDF of a document, read back by another library: text, tags, language, fonts, and the same bytes every time.
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, it } from 'vitest'
import type { Content } from '../rules/content.ts'
import type { Document } from '../store/documents.ts'
import { renderPdf, type StatementLine } from './pdf.ts'

const CONTENT: Content = {
  version: 1,
  issuer: { name: 'Freehold', address: ['1 Market Street'], country: 'IE', tax_id: 'IE1234567T', email: null },
  recipient: { name: 'Ελένη Łukasz', company: 'Шоколад ООД', email: 'ada@example.com', country: 'DE', vat_id: null },
  sold_through: null,
  supplied_at: '2026-11-18T10:00:00.000Z',
  corrects: null,
  lines: [{ description: 'Domain', domain: 'xn--mnchen-3ya.de', domain_unicode: 'münchen.de', amount_cents: 100_000 }],
  tax: { country: 'DE', rate_bps: 1900, reverse_charge: false, vat_id: null, vat_id_verified: false },
  totals: { net_cents: 100_000, tax_cents: 19_000, gross_cents: 119_000 },
  statement: null,
}

const build = (content: Partial<Content> = {}, more: Partial<Document> = {}): Document => ({
  id: 'doc_01kabc0000000000000000000a',
  environment: 'live',
  partnerId: 'ptn_01kabc0000000000000000000a',
  kind: 'invoice',
  series: 'I',
  year: 2026,
  number: 42,
  orderId: 'ord_01kabc0000000000000000000a',
  settlementId: null,
  purchaseId: null,
  userId: null,
  sellerId: null,
  currency: 'EUR',
  netCents: 100_000,
  taxCents: 19_000,
  grossCents: 119_000,
  content: { ...CONTENT, ...content },
  issuedAt: new Date('2026-11-18T10:00:00Z'),
  ...more,
})

async function read(document: Document, lines: StatementLine[] = []) {
  const bytes = await renderPdf(document, lines)
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const texts: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(''))
  }
  return { bytes, pdf, text: texts.join('\n') }
}

type Node = { role?: string; children?: Node[] }
const listRoles = ({ role, children = [] }: Node): string[] => [...(role ? [role] : []), ...children.flatMap(listRoles)]

it('has a title, a language, tags and text that can be selected, also in other scripts', async () => {
  const { pdf, text } = await read(build())
  const { info } = (await pdf.getMetadata()) as unknown as { info: Record<string, unknown> }
  expect(info).toMatchObject({ Title: 'Invoice I-2026-000042', Language: 'en' })
  expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
  const tree = await (await pdf.getPage(1)).getStructTree()
  const roles = new Set(listRoles(tree as Node))
  for (const role of ['Document', 'H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD']) expect(roles).toContain(role)
  for (const part of [
    'Ελένη Łukasz',
    'Шоколад ООД',
    'münchen.de (xn--mnchen-3ya.de)',
    'Tax 19% (Germany)',
    'EUR 1,190.00',
  ])
    expect(text).toContain(part)
  expect(text).toContain('Page 1 of 1')
})

it('embeds subsets of its fonts', async () => {
  const text = (await renderPdf(build())).toString('latin1')
  const fonts = [...text.matchAll(/\/BaseFont \/(\S+)/g)].map(([, name]) => name)
  expect(fonts.length).toBeGreaterThan(0)
  for (const name of fonts) expect(name).toMatch(/^[A-Z]{6}\+NotoSans/)
  expect(text.match(/\/FontFile2/g)?.length).toBeGreaterThan(0)
})

it('has the same bytes for the same document', async () => {
  expect((await renderPdf(build())).equals(await renderPdf(build()))).toBe(true)
})

const toLine = (domain: string, unicode: string) => ({
  description: 'Domain',
  domain,
  domain_unicode: unicode,
  amount_cents: 100_000,
})

it('shows Chinese, Japanese and Korean names, with only the characters that are used', async () => {
  const lines = [
    toLine('xn--fsqu00a.com', '例子.com'),
    toLine('xn--3e0b707e.kr', '한국.kr'),
    toLine('xn--p8j9a0d9c9a.jp', 'はじめよう.jp'),
  ]
  const recipient = { ...CONTENT.recipient, company: '田中商店' }
  const { bytes, text } = await read(build({ lines, recipient }))
  for (const part of ['例子.com (xn--fsqu00a.com)', '한국.kr', 'はじめよう.jp', '田中商店'])
    expect(text).toContain(part)
  expect(bytes.length).toBeLessThan(100_000)
  expect(bytes.equals(await renderPdf(build({ lines, recipient })))).toBe(true)
})

it('shows the ASCII form of a domain that no font covers, and keeps the text of names', async () => {
  const recipient = { ...CONTENT.recipient, company: 'ᏣᎳᎩ' }
  const { bytes, text } = await read(build({ lines: [toLine('xn--f9dt7l.com', 'ꭳꭶ.com')], recipient }))
  expect(text).toContain('Domain: xn--f9dt7l.com')
  expect(text).toContain('shows them as question marks')
  expect((await read(build())).text).not.toContain('question marks')
  expect(bytes.toString('latin1')).toContain('/ActualText')
})

it('says that the recipient accounts for the tax', async () => {
  const tax = {
    country: 'FR',
    rate_bps: 0,
    reverse_charge: true,
    vat_id: 'FR12345678901',
    vat_id_verified: false,
  } as const
  const { text } = await read(build({ tax, totals: { net_cents: 1000, tax_cents: 0, gross_cents: 1000 } }))
  expect(text).toContain('Tax (reverse charge)')
  expect(text).toContain('The VAT ID is as given by the recipient.')
})

it('lists the orders of a statement on several pages, and other work goes on meanwhile', async () => {
  const statement = {
    period_start: '2026-10-01T00:00:00Z',
    period_end: '2026-11-01T00:00:00Z',
    due_at: null,
    orders_count: 200,
    gross_sold_cents: 0,
    commission_retained_cents: 0,
    adjustments_cents: 0,
    amount_owed_cents: 0,
    commission_earned_cents: 500,
  }
  const line = {
    paymentModel: 'partner_collected',
    salePriceCents: 100_000,
    commissionCents: 1000,
    amountOwedCents: 99_000,
  }
  const lines = Array.from({ length: 100 }, (_, index) => ({
    ...line,
    domain: `d${index}.com`,
    orderId: `ord_${index}`,
  }))
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const { pdf, text } = await read(
    build({ statement, tax: null }, { kind: 'commission_statement', series: 'S' }),
    lines,
  )
  clearInterval(timer)
  expect(pdf.numPages).toBeGreaterThan(3)
  expect(text).toContain('d99.com')
  expect(text).toContain('lists the first 100 of 200 orders')
  expect(text).toContain('October 1, 2026 – October 31, 2026')
  expect(turns).toBeGreaterThan(2)
})
