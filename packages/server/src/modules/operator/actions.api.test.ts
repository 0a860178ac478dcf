// The actions that a record lists are exactly those that its endpoints accept, in every status of every kind of record.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { createSales, type Sales } from '../../../test/sales.ts'
import { sql } from '../../db/sql.ts'
import { openApiDocument } from '../../document.ts'
import { newId } from '../../kernel/ids.ts'
import { type OpenApi, readBody, resolveRef } from '../../pages/reference/document.ts'

type Json = Record<string, unknown>
type Available = { action: string; to_status: string; required_fields: string[] }
type Found = { status: string; actions: Available[] }

let service: TestService
let sales: Sales
let partner: TestPartner
beforeAll(async () => {
  service = await startTestService()
  sales = createSales(service)
  partner = await service.partner()
})

const document = openApiDocument('0') as unknown as OpenApi
const listValues = (name: string): string[] => (document.components.schemas[name]?.enum ?? []) as string[]

const V1 = '/api/partner/v1'
const asOperator = async (path: string) => (await service.operator('GET', path)).json
const asPartner = async (path: string, who: TestPartner = partner) =>
  (await service.signed(who, 'GET', `${V1}${path}`)).json

/** One kind of record: how it gets into each status, how it is read, and how an action is tried. */
type Kind = {
  actions: () => string[]
  statuses: () => string[]
  make: Record<string, () => Promise<string>>
  read: (id: string) => Promise<Found>
  act: (id: string, action: string) => Promise<{ status: number; json: Json }>
  /** Actions whose answer is another record have no status to compare. */
  respondsWith?: string[]
}

const sold = async (...moves: string[]) => {
  const id = await sales.sell(partner)
  await sales.move(id, ...moves)
  return id
}

async function settledOrder(): Promise<string> {
  const id = await sold('start_transfer', 'complete_transfer')
  await sales.run(partner)
  return id
}

const ORDERS = {
  EXTERNALLY_PAID: () => sold(),
  PAID: () => sales.sellAtCheckout(partner),
  MANUAL_REVIEW: () => sold('hold'),
  TRANSFER_IN_PROGRESS: () => sold('start_transfer'),
  TRANSFER_COMPLETED: () => sold('start_transfer', 'complete_transfer'),
  SETTLED: settledOrder,
  REFUNDED: () => sold('refund'),
  CANCELLED: () => sold('cancel'),
}

async function openedCase(...moves: string[]): Promise<string> {
  const opened = await service.signed(partner, 'POST', `${V1}/brokerage`, {
    domain: `wish-${randomUUID().slice(0, 13)}.test`,
    tier: 'managed',
    buyer_email: 'ada@example.com',
    budget: 500_000,
  })
  const id = opened.json.case_id as string
  for (const move of moves) expect((await moveCase(id, move)).status).toBe(200)
  return id
}
const moveCase = (id: string, action: string) =>
  service.operator(
    'POST',
    `/brokerage/${id}/${action}`,
    action === 'complete' ? { deal_price_cents: 300_000 } : undefined,
  )
const steps = (count: number) => Array.from({ length: count }, () => 'advance')

const CASES = {
  opened: () => openedCase(),
  outreach: () => openedCase(...steps(1)),
  negotiating: () => openedCase(...steps(2)),
  agreed: () => openedCase(...steps(3)),
  in_escrow: () => openedCase(...steps(4)),
  completed: () => openedCase(...steps(4), 'complete'),
  declined: () => openedCase('decline'),
  no_deal: () => openedCase('no_deal'),
  cancelled: () => openedCase('cancel'),
}

/** Open for a moment only, while a run collects its lines. */
async function openStatement(): Promise<string> {
  const { partnerId } = await service.partner()
  const id = newId('settlement', new Date())
  await service.db.run(sql`
    insert into settlements (id, partner_id, environment, currency, period_start, period_end, status, created_at)
    values (${id}, ${partnerId}, 'sandbox', 'USD', '2026-01-01Z', '2026-02-01Z', 'open', now())`)
  return id
}

async function statement(status: 'closed' | 'paid'): Promise<string> {
  const who = await service.partner()
  await sales.deliver(await sales.sell(who))
  const { settlements } = (await sales.run(who)).json
  const id = settlements[0].settlement_id
  if (status === 'paid') await service.operator('POST', `/settlements/${id}/paid`)
  return id
}

async function payout(...moves: string[]): Promise<string> {
  const who = await service.partner()
  await sales.deliver(await sales.sellAtCheckout(who))
  await sales.run(who)
  const input = { partner_id: who.partnerId, kind: 'commission', environment: 'sandbox' }
  const id = (await service.operator('POST', '/payouts', input)).json.payouts[0].payout_id
  for (const move of moves) expect((await service.operator('POST', `/payouts/${id}/${move}`)).status).toBe(200)
  return id
}

async function partnerThat(...moves: string[]): Promise<string> {
  const input = { name: 'Acme', email: `${randomUUID()}@example.com`, merchant_of_record: true }
  const id = (await service.operator('POST', '/partners', input)).json.partner_id
  for (const move of moves) expect((await service.operator('POST', `/partners/${id}/${move}`)).status).toBe(200)
  return id
}

const findPayout = async (id: string): Promise<Found> => {
  const { payouts } = await asOperator('/payouts?environment=sandbox&limit=100')
  return payouts.find((one: { payout_id: string }) => one.payout_id === id)
}

const KINDS: Record<string, Kind> = {
  'an order': {
    actions: () => listValues('OrderAction'),
    statuses: () => listValues('OrderStatus'),
    make: ORDERS,
    read: (id) => asOperator(`/orders/${id}`),
    act: (id, action) => service.operator('POST', `/orders/${id}/${action}`),
  },
  'an order in its own sandbox': {
    actions: () => listValues('PartnerOrderAction'),
    statuses: () => listValues('OrderStatus'),
    make: ORDERS,
    read: (id) => asPartner(`/orders/${id}`),
    act: (id, action) =>
      action === 'refund'
        ? service.signed(partner, 'POST', `${V1}/refunds`, { order_public_id: id, reason: 'other' })
        : service.signed(partner, 'POST', `${V1}/sandbox/orders/${id}/${action}`),
    respondsWith: ['refund'],
  },
  'a brokerage case': {
    actions: () => listValues('BrokerageAction'),
    statuses: () => listValues('BrokerageStatus'),
    make: CASES,
    read: (id) => asOperator(`/brokerage/${id}`),
    act: moveCase,
  },
  'a brokerage case in its own sandbox': {
    actions: () => listValues('PartnerBrokerageAction'),
    statuses: () => listValues('BrokerageStatus'),
    make: CASES,
    read: (id) => asPartner(`/brokerage/${id}`),
    act: (id, action) => service.signed(partner, 'POST', `${V1}/sandbox/brokerage/${id}/${action}`),
  },
  'a statement': {
    actions: () => listValues('SettlementAction'),
    statuses: () => listValues('SettlementStatus'),
    make: { open: openStatement, closed: () => statement('closed'), paid: () => statement('paid') },
    read: async (id) => (await asOperator(`/settlements/${id}`)).settlement,
    act: (id, action) =>
      service.operator(
        'POST',
        `/settlements/${id}/${action}`,
        action === 'adjustments' ? { amount_cents: 100, reason: 'counted twice' } : undefined,
      ),
    respondsWith: ['adjustments'],
  },
  'a payout': {
    actions: () => listValues('PayoutAction'),
    statuses: () => listValues('PayoutStatus'),
    make: {
      pending: () => payout(),
      in_transit: () => payout('sent'),
      paid: () => payout('sent', 'paid'),
      failed: () => payout('failed'),
    },
    read: findPayout,
    act: (id, action) => service.operator('POST', `/payouts/${id}/${action}`),
  },
  'a partner': {
    actions: () => listValues('PartnerAction'),
    statuses: () => listValues('PartnerStatus'),
    make: {
      pending: () => partnerThat(),
      approved: () => partnerThat('approve'),
      suspended: () => partnerThat('suspend'),
    },
    read: (id) => asOperator(`/partners/${id}`),
    act: (id, action) => service.operator('POST', `/partners/${id}/${action}`),
  },
}

describe.each(Object.entries(KINDS))('%s', (_, kind) => {
  it.each(Object.keys(kind.make))('in %s accepts the actions that it lists, and no other', async (status) => {
    const make = kind.make[status]!
    const id = await make()
    const { actions } = await kind.read(id)
    const offered = actions.map(({ action }) => action)
    for (const action of kind.actions().filter((name) => !offered.includes(name))) {
      const refused = await kind.act(id, action)
      expect([action, refused.status]).toEqual([action, 409])
    }
    for (const { action, to_status } of actions) {
      const fresh = await make()
      const accepted = await kind.act(fresh, action)
      expect([action, accepted.status < 300]).toEqual([action, true])
      if (!kind.respondsWith?.includes(action)) expect([action, accepted.json.status]).toEqual([action, to_status])
      expect((await kind.read(fresh)).status).toBe(to_status)
    }
  })

  it('is tried in every status that it can have', () => {
    expect(kind.statuses().length).toBeGreaterThan(0)
    expect(Object.keys(kind.make).sort()).toEqual(kind.statuses().sort())
  })
})

describe('the fields that an action requires', () => {
  const requiredBy = (path: string): string[] => {
    const schema = readBody(document, document.paths[path]!.post!)?.content['application/json']?.schema
    return (schema && resolveRef(document, schema).required) ?? []
  }

  it('are those of its endpoint', async () => {
    const one = await asOperator(`/brokerage/${await CASES.in_escrow()}`)
    for (const { action, required_fields } of one.actions as Available[])
      expect([action, required_fields]).toEqual([action, requiredBy(`/api/operator/v1/brokerage/{case_id}/${action}`)])
    const { settlement } = await asOperator(`/settlements/${await statement('closed')}`)
    for (const { action, required_fields } of settlement.actions as Available[])
      expect([action, required_fields]).toEqual([
        action,
        requiredBy(`/api/operator/v1/settlements/{settlement_id}/${action}`),
      ])
  })
})

it('a live order is refunded by its partner, and moved by nobody but the operator', async () => {
  const live = await service.partner({ environment: 'live' })
  const { actions, upcoming_statuses } = await asPartner(`/orders/${await sales.sell(live)}`, live)
  expect(actions).toEqual([{ action: 'refund', to_status: 'REFUNDED', required_fields: [] }])
  expect(upcoming_statuses).toEqual(['TRANSFER_IN_PROGRESS', 'TRANSFER_COMPLETED', 'SETTLED'])
})

it('the queue lists of every item what the record itself lists', async () => {
  await sold('hold')
  const queue = await asOperator('/queue')
  for (const [group, path] of [
    ['held_orders', 'orders'],
    ['transfers_to_start', 'orders'],
    ['transfers_to_confirm', 'orders'],
    ['brokerage_cases', 'brokerage'],
    ['partner_applications', 'partners'],
  ] as const)
    for (const { id, actions } of queue[group].items.slice(0, 3))
      expect([group, actions]).toEqual([group, (await asOperator(`/${path}/${id}`)).actions])
  expect(queue.held_orders.items.length).toBeGreaterThan(0)
})
