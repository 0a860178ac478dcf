// What a search found, and where it leads.
import { expect, it } from 'vitest'
import { describeHit, groupHits, type Hit, keepShown, toHref } from './hits.ts'

const hit = (given: Partial<Hit> & Pick<Hit, 'kind' | 'id'>): Hit => ({
  title: 'a title',
  subtitle: '',
  environment: null,
  part_of: null,
  at: '2026-01-01T00:00:00.000Z',
  ...given,
})

it('leads to the page of what was found, or of what it is a part of', () => {
  expect(toHref(hit({ kind: 'order', id: 'ord_1' }))).toBe('/console/orders/ord_1')
  expect(toHref(hit({ kind: 'credential', id: 'pk_1', part_of: 'ptn_1' }))).toBe('/console/partners/ptn_1')
  expect(toHref(hit({ kind: 'delivery', id: 'dlv_1', part_of: 'evt_1' }))).toBe('/console/webhooks?event_id=evt_1')
})

it('leads nowhere where the console has no page', () => {
  expect(toHref(hit({ kind: 'user', id: 'usr_1' }))).toBeNull()
  expect(toHref(hit({ kind: 'checkout_session', id: 'cs_1' }))).toBeNull()
  expect(toHref(hit({ kind: 'request', id: 'req_1', environment: 'live' }))).toBeNull()
})

it('groups by kind, in the order of certainty', () => {
  const hits = [
    hit({ kind: 'listing', id: 'lst_1' }),
    hit({ kind: 'order', id: 'ord_1' }),
    hit({ kind: 'listing', id: 'lst_2' }),
  ]
  expect(groupHits(hits).map(({ kind, hits: found }) => [kind, found.length])).toEqual([
    ['listing', 2],
    ['order', 1],
  ])
})

it('says a status in words', () => {
  const order = hit({ kind: 'order', id: 'ord_1', subtitle: 'TRANSFER_IN_PROGRESS · acme' })
  const words = (kind: string, status: string) =>
    kind === 'order' && status === 'TRANSFER_IN_PROGRESS' ? 'Transferring' : undefined
  expect(describeHit(order, words)).toBe('Transferring · acme')
  const statement = hit({ kind: 'settlement', id: 'stl_1', subtitle: '2026-01 · USD · awaiting_payment' })
  expect(describeHit(statement, words)).toBe('2026-01 · USD · Awaiting payment')
  expect(describeHit(hit({ kind: 'partner', id: 'ptn_1', subtitle: 'a@example.com' }), words)).toBe('a@example.com')
})

const ORDER = { kind: 'order', id: 'ord_1' } as const

it('keeps to the environment shown, unless only the other one has results', () => {
  const [live, sandbox, both] = [
    hit({ ...ORDER, environment: 'live' }),
    hit({ ...ORDER, environment: 'sandbox' }),
    hit(ORDER),
  ]
  expect(keepShown([live, sandbox, both], 'sandbox')).toEqual([sandbox, both])
  expect(keepShown([live], 'sandbox')).toEqual([live])
})
