// Search results in groups, each with a link. Pure.
import type { ResponseBody } from '../../api/client.ts'
import type { Environment } from '../../api/shown-environment.ts'
import { wordText } from '../../ui/text.ts'

export type Hit = ResponseBody<'GET /api/operator/v1/search'>['results'][number]

type Kind = { title: string; toHref: (hit: Hit) => string | null }

const KINDS: Record<Hit['kind'], Kind> = {
  order: { title: 'Orders', toHref: ({ id }) => `/console/orders/${id}` },
  partner: { title: 'Partners', toHref: ({ id }) => `/console/partners/${id}` },
  credential: { title: 'API keys', toHref: ({ part_of }) => `/console/partners/${part_of}` },
  listing: { title: 'Listings', toHref: ({ id }) => `/console/listings/${id}` },
  registry_command: { title: 'Registry commands', toHref: ({ id }) => `/console/registry-commands/${id}` },
  brokerage_case: { title: 'Brokerage cases', toHref: ({ id }) => `/console/brokerage/${id}` },
  // A session that was not paid has no order and no page.
  checkout_session: {
    title: 'Checkout sessions',
    toHref: ({ part_of }) => (part_of ? `/console/orders/${part_of}` : null),
  },
  settlement: { title: 'Statements', toHref: ({ id }) => `/console/statements/${id}` },
  payout: { title: 'Payouts', toHref: ({ part_of }) => `/console/payouts?partner_id=${part_of}` },
  user: { title: 'Users', toHref: () => null },
  event: { title: 'Events', toHref: ({ id }) => `/console/webhooks?event_id=${id}` },
  delivery: { title: 'Webhook deliveries', toHref: ({ part_of }) => `/console/webhooks?event_id=${part_of}` },
  // Requests of partners are in the partners' own log.
  request: {
    title: 'Requests',
    toHref: ({ id, environment }) => (environment ? null : `/console/audit?changes=false&request_id=${id}`),
  },
}

export const toHref = (hit: Hit): string | null => KINDS[hit.kind].toHref(hit)

/** Where the status is among the details of a kind. */
const STATUS_PLACES: Partial<Record<Hit['kind'], 0 | -1>> = {
  order: 0,
  listing: 0,
  registry_command: 0,
  brokerage_case: 0,
  checkout_session: 0,
  settlement: -1,
  payout: -1,
  user: 0,
  delivery: 0,
}
const SEPARATOR = ' · '

/** The words that lists use for a status; undefined for statuses that need none. */
export type StatusWords = (kind: Hit['kind'], status: string) => string | undefined

/** The details in words: "Transferring · Acme". */
export function describeHit({ kind, subtitle }: Hit, getWords: StatusWords): string {
  const parts = subtitle.split(SEPARATOR)
  const place = STATUS_PLACES[kind]
  const status = place === undefined ? undefined : parts.at(place)
  if (status === undefined) return subtitle
  const text = getWords(kind, status) ?? wordText(status)
  return parts.with(place === -1 ? parts.length - 1 : 0, text).join(SEPARATOR)
}

/** Hits of one environment or of none. If all are of the other one, such as for an ID, they are shown. */
export function keepShown(hits: readonly Hit[], shown: Environment): readonly Hit[] {
  const kept = hits.filter(({ environment }) => environment === null || environment === shown)
  return kept.length > 0 ? kept : hits
}

export type HitGroup = { kind: Hit['kind']; title: string; hits: readonly Hit[] }

/** In the order in which the kinds first appear: the most certain first. */
export function groupHits(hits: readonly Hit[]): HitGroup[] {
  const kinds = [...new Set(hits.map(({ kind }) => kind))]
  return kinds.map((kind) => ({ kind, title: KINDS[kind].title, hits: hits.filter((hit) => hit.kind === kind) }))
}
