// Search results in groups, each with a link. Pure.
import type { Answer } from '../../api/client.ts'

export type Hit = Answer<'GET /api/operator/v1/search'>['results'][number]

type Kind = { title: string; hrefOf: (hit: Hit) => string | null }

const KINDS: Record<Hit['kind'], Kind> = {
  order: { title: 'Orders', hrefOf: ({ id }) => `/console/orders/${id}` },
  partner: { title: 'Partners', hrefOf: ({ id }) => `/console/partners/${id}` },
  credential: { title: 'API keys', hrefOf: ({ part_of }) => `/console/partners/${part_of}` },
  listing: { title: 'Listings', hrefOf: ({ id }) => `/console/listings/${id}` },
  brokerage_case: { title: 'Brokerage cases', hrefOf: ({ id }) => `/console/brokerage/${id}` },
  // A session that was not paid has no order and no page.
  checkout_session: {
    title: 'Checkout sessions',
    hrefOf: ({ part_of }) => (part_of ? `/console/orders/${part_of}` : null),
  },
  settlement: { title: 'Statements', hrefOf: ({ id }) => `/console/statements/${id}` },
  payout: { title: 'Payouts', hrefOf: ({ part_of }) => `/console/payouts?partner_id=${part_of}` },
  user: { title: 'Users', hrefOf: () => null },
  event: { title: 'Events', hrefOf: ({ id }) => `/console/webhooks?event_id=${id}` },
  delivery: { title: 'Webhook deliveries', hrefOf: ({ part_of }) => `/console/webhooks?event_id=${part_of}` },
  // Requests of partners are in the partners' own log.
  request: {
    title: 'Requests',
    hrefOf: ({ id, environment }) => (environment ? null : `/console/audit?request_id=${id}`),
  },
}

export const hrefOf = (hit: Hit): string | null => KINDS[hit.kind].hrefOf(hit)

export type HitGroup = { kind: Hit['kind']; title: string; hits: readonly Hit[] }

/** In the order in which the kinds first appear: the most certain first. */
export function groupsOf(hits: readonly Hit[]): HitGroup[] {
  const kinds = [...new Set(hits.map(({ kind }) => kind))]
  return kinds.map((kind) => ({ kind, title: KINDS[kind].title, hits: hits.filter((hit) => hit.kind === kind) }))
}
