// The sandbox calls that cause each event.
import { randomUUID } from 'node:crypto'
import type { Freehold } from '@freehold/sdk'
import type { Environment } from '../profile.ts'
import { UsageError } from '../usage.ts'
import { sendTestEvent } from './listener.ts'

type Made = { id: string }
type Trigger = (freehold: Freehold, env: Environment) => Promise<Made>

/** A domain that is for sale in the sandbox. */
async function anyName(freehold: Freehold): Promise<string> {
  for (const words of ['shop', 'travel', 'coffee', 'health']) {
    const { results } = await freehold.domains.search(words)
    if (results[0]) return results[0].domain
  }
  throw new UsageError('The sandbox has no domains left to sell. List some as an operator.')
}

async function sell(freehold: Freehold, domain?: string): Promise<string> {
  const { quote_id } = await freehold.quotes.create({ domain: domain ?? (await anyName(freehold)) })
  const { public_id } = await freehold.orders.record({ quote_id, external_payment_ref: `trigger-${randomUUID()}` })
  return public_id
}

const sale: Trigger = async (freehold) => ({ id: await sell(freehold) })

async function started(freehold: Freehold): Promise<string> {
  const id = await sell(freehold)
  await freehold.sandbox.orders.startTransfer(id)
  return id
}

async function completed(freehold: Freehold): Promise<string> {
  const id = await started(freehold)
  await freehold.sandbox.orders.completeTransfer(id)
  return id
}

async function paySession(freehold: Freehold) {
  const { session_id } = await freehold.checkoutSessions.create({
    domain: await anyName(freehold),
    return_url: 'https://example.com/paid',
    cancel_url: 'https://example.com/',
  })
  return freehold.sandbox.checkoutSessions.pay(session_id)
}

async function openCase(freehold: Freehold): Promise<string> {
  const { case_id } = await freehold.brokerage.open({
    domain: `wish-${randomUUID().slice(0, 8)}.test`,
    tier: 'managed',
    buyer_email: 'buyer@example.com',
    budget: 500_000,
  })
  return case_id
}

export const TRIGGERS: Record<string, Trigger> = {
  'webhook.test': sendTestEvent,
  'order.recorded': sale,
  'order.manual_review_cleared': async (freehold) => {
    const id = await sell(freehold, 'held.test')
    await freehold.sandbox.orders.clear(id)
    return { id }
  },
  'order.transfer_started': async (freehold) => ({ id: await started(freehold) }),
  'order.transfer_completed': async (freehold) => ({ id: await completed(freehold) }),
  'order.settled': async (freehold) => {
    const id = await completed(freehold)
    await freehold.sandbox.settlements.run()
    return { id }
  },
  'order.refunded': async (freehold) => {
    const id = await sell(freehold)
    await freehold.refunds.create({ order_public_id: id, reason: 'requested_by_customer' })
    return { id }
  },
  'order.paid': async (freehold) => ({ id: (await paySession(freehold)).order_public_id ?? '' }),
  'checkout.completed': async (freehold) => ({ id: (await paySession(freehold)).session_id }),
  'brokerage.case_opened': async (freehold) => ({ id: await openCase(freehold) }),
  'brokerage.case_completed': async (freehold) => {
    const id = await openCase(freehold)
    // Five steps lead from opened to completed.
    for (let step = 0; step < 5; step++) await freehold.sandbox.brokerage.advance(id)
    return { id }
  },
}
