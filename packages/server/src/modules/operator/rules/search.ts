// The operator's search: what a text can stand for, and in which order what was found is shown.

import { isId } from '../../../kernel/ids.ts'
import { parseDomainName } from '../../../kernel/text/domain-name.ts'
import { emailSpellings, parseEmail } from '../../../kernel/text/email-address.ts'

export const FOUND_KINDS = [
  'partner',
  'credential',
  'order',
  'listing',
  'registry_command',
  'brokerage_case',
  'checkout_session',
  'settlement',
  'payout',
  'user',
  'event',
  'delivery',
  'request',
] as const
export type FoundKind = (typeof FOUND_KINDS)[number]

export const FOUND_MAX = 30

/** The ids that lead to exactly one thing. */
const ID_KINDS = {
  partner: 'partner',
  order: 'order',
  listing: 'listing',
  registryCommand: 'registry_command',
  purchase: 'registry_command',
  brokerageCase: 'brokerage_case',
  checkoutSession: 'checkout_session',
  settlement: 'settlement',
  payout: 'payout',
  user: 'user',
  event: 'event',
  delivery: 'delivery',
  request: 'request',
} as const satisfies Partial<Record<Parameters<typeof isId>[0], FoundKind>>

export type Asked = {
  /** Without the blanks around it. */
  text: string
  /** What it is the id of; nothing else can have that id. */
  idKind: FoundKind | null
  /** Every spelling of the email address that it is; none when it is not one. */
  emails: string[]
  /** The whole name, as A-label. */
  domain: string | null
  /** What names may begin with. */
  domainStart: string | null
}

const KEY_ID = /^pk_(sandbox|live)_[0-9a-z]+$/
const NAME_START = /^[a-z0-9][a-z0-9.-]*$/

function detectIdKind(text: string): FoundKind | null {
  if (KEY_ID.test(text)) return 'credential'
  const kinds = Object.entries(ID_KINDS) as [keyof typeof ID_KINDS, FoundKind][]
  return kinds.find(([kind]) => isId(kind, text))?.[1] ?? null
}

export function readAsked(q: string): Asked {
  const text = q.trim()
  const name = parseDomainName(text, { allowTest: true })
  const lower = text.toLowerCase()
  const email = parseEmail(text)
  return {
    text,
    idKind: detectIdKind(lower),
    emails: email === null ? [] : emailSpellings(email),
    domain: name.ok ? name.name.domain : null,
    domainStart: NAME_START.test(lower) ? lower : null,
  }
}

type Found = { kind: FoundKind; id: string }

/** Answers in the order of their certainty, each thing once. */
export function pickBestHits<Hit extends Found>(hits: readonly Hit[][]): Hit[] {
  const seen = new Map<string, Hit>()
  for (const hit of hits.flat()) {
    const key = `${hit.kind} ${hit.id}`
    if (!seen.has(key)) seen.set(key, hit)
  }
  return [...seen.values()].slice(0, FOUND_MAX)
}
