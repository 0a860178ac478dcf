// The words of a document: parties, totals, tax and notes as people read them.
import { formatDecimal } from '../../../kernel/money.ts'
import type { Environment } from '../../../kernel/owner.ts'
import type { Content, Issuer, Line, Recipient, TaxLine } from './content.ts'
import type { DocumentKind } from './numbers.ts'

const DAY = { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' } as const

export const formatDay = (iso: string): string => new Date(iso).toLocaleDateString('en-US', DAY)

/** The end is the first moment after the period. */
export const formatPeriod = (start: string, end: string): string =>
  `${formatDay(start)} – ${formatDay(new Date(Date.parse(end) - 1).toISOString())}`

/** Commas between thousands. */
function groupDigits(digits: string): string {
  const first = digits.length % 3 || 3
  const groups = [digits.slice(0, first)]
  for (let at = first; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3))
  return groups.join(',')
}

/** `EUR -1,234.50`: the code instead of a sign, because a dollar is not always the same dollar. */
export function formatAmount(cents: number, currency: string): string {
  const [whole = '', ...fraction] = formatDecimal(Math.abs(cents), currency).split('.')
  return `${currency} ${cents < 0 ? '-' : ''}${[groupDigits(whole), ...fraction].join('.')}`
}

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
export const nameCountry = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (REGIONS.of(code) ?? code) : code)

/** `19%`, `8.1%`, `7.25%`. */
export function formatRate(bps: number): string {
  const hundredths = bps % 100
  const fraction = hundredths % 10 === 0 ? String(hundredths / 10) : String(hundredths).padStart(2, '0')
  return `${Math.floor(bps / 100)}${hundredths === 0 ? '' : `.${fraction}`}%`
}

export function describeParty(party: Issuer | Recipient): string[] {
  const country = party.country === null ? [] : [nameCountry(party.country)]
  const email = party.email === null ? [] : [party.email]
  if ('address' in party) {
    const taxId = party.tax_id === null ? [] : [`Tax ID: ${party.tax_id}`]
    return [party.name, ...party.address, ...country, ...email, ...taxId]
  }
  const vatId = party.vat_id === null ? [] : [`VAT ID: ${party.vat_id}`]
  const names = [party.company, party.name].filter((name) => name !== null && name !== '') as string[]
  const lines = [...names, ...email, ...country, ...vatId]
  return lines.length > 0 ? lines : ['Buyer']
}

/** A domain as people write it, with its ASCII form. Only the ASCII form where the fonts lack a character. */
export function pickDomain({ domain, domain_unicode: unicode }: Line, covers: (text: string) => boolean): string {
  if (domain === null) return ''
  if (unicode === null || unicode === domain || !covers(unicode)) return domain
  return `${unicode} (${domain})`
}

type Shown = { kind: DocumentKind; environment: Environment; content: Content }

/** The last one is what the document comes to. */
export function listTotals({ kind, content }: Shown): [string, number][] {
  const { totals, tax, statement } = content
  if (statement !== null)
    return [
      ['Commission we pay you', statement.commission_earned_cents],
      ['Amount you owe', totals.gross_cents],
    ]
  if (kind === 'seller_statement') return [['Balance', totals.gross_cents]]
  const last = kind === 'credit_note' ? 'Total refunded' : 'Total paid'
  if (tax === null) return [[last, totals.gross_cents]]
  const name = tax.reverse_charge
    ? 'Tax (reverse charge)'
    : `Tax ${formatRate(tax.rate_bps)} (${nameCountry(tax.country)})`
  return [
    ['Net amount', totals.net_cents],
    [name, totals.tax_cents],
    [last, totals.gross_cents],
  ]
}

export function describeTax(tax: TaxLine | null): string[] {
  if (!tax?.reverse_charge) return []
  return ['Reverse charge: the recipient accounts for the tax. The VAT ID is as given by the recipient.']
}

/** Empty where the fonts have every character of both parties. `covers` knows the fonts. */
export const describeMissing = ({ issuer, recipient }: Content, covers: (text: string) => boolean): string[] =>
  [...describeParty(issuer), ...describeParty(recipient)].every(covers)
    ? []
    : [
        'This PDF has no font for some characters of the names above and shows them as question marks. The JSON form of the document has the full names.',
      ]

export function listNotes({ kind, environment, content }: Shown, linesShown: number): string[] {
  const notes: string[] = []
  if (environment === 'sandbox') notes.push('Test document from the sandbox. No money moved.')
  if (kind === 'seller_statement')
    notes.push('The balance is what is payable to you. Below zero, your next sales are set off against it.')
  if (kind === 'credit_note') notes.push('We return the amount to the payment method that was charged.')
  const { statement } = content
  if (statement === null) return notes
  if (statement.commission_earned_cents !== 0)
    notes.push(
      'Commission on sales that we collected is paid out separately. It is not deducted from the amount you owe.',
    )
  if (linesShown > 0 && linesShown < statement.orders_count)
    notes.push(
      `This document lists the first ${linesShown} of ${statement.orders_count} orders. The CSV export of the statement lists all.`,
    )
  return notes
}
