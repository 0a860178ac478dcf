// Kinds of documents, and the numbers that they are issued under.
import type { Environment, Owner } from '../../../kernel/owner.ts'

export const DOCUMENT_KINDS = ['receipt', 'invoice', 'credit_note', 'commission_statement', 'seller_statement'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** Each kind has its own series, which starts with 1 every year. */
const SERIES: Record<DocumentKind, string> = {
  receipt: 'R',
  invoice: 'I',
  credit_note: 'C',
  commission_statement: 'S',
  seller_statement: 'P',
}
export const getSeries = (kind: DocumentKind): string => SERIES[kind]

/** Live documents share one scope. A partner's sandbox has its own, because a reset starts it again with 1. */
export const getScope = ({ partnerId, environment }: Owner): string => (environment === 'live' ? '' : partnerId)

type Place = { environment: Environment; series: string; year: number; number: number }

const TEST_PREFIX = 'TEST-'
const DIGITS = 6

/** As people read it: `R-2026-000042`, in the sandbox `TEST-R-2026-000042`. */
export const formatNumber = ({ environment, series, year, number }: Place): string =>
  `${environment === 'sandbox' ? TEST_PREFIX : ''}${series}-${year}-${String(number).padStart(DIGITS, '0')}`

const NUMBER = /^(TEST-)?([A-Z])-(\d{4})-(\d{6,9})$/

export function parseNumber(text: string): Place | null {
  const [, test, series, year, number] = NUMBER.exec(text) ?? []
  if (series === undefined) return null
  return { environment: test ? 'sandbox' : 'live', series, year: Number(year), number: Number(number) }
}
