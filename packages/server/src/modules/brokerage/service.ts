// Use cases of brokerage: may a name be brokered, open a case, move it along, close it with or without a deal.
import { type Db, type Tx, violates } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { ApiError, invariant, notFound } from '../../kernel/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import { CASE_IDLE_SECONDS, VISITOR_CASE_IDLE_SECONDS, VISITOR_CASES_MAX } from '../../kernel/limits.ts'
import type { Environment, Owner } from '../../kernel/owner.ts'
import type { DomainName } from '../../kernel/text/domain-name.ts'
import { findDomain } from '../catalog/index.ts'
import { dealJournal, post } from '../ledger/index.ts'
import { queueMail } from '../mail/index.ts'
import { requireHouse } from '../partners/index.ts'
import { emitEvents } from '../webhooks/index.ts'
import {
  type Asker,
  type CaseAction,
  type CaseStatus,
  computeShares,
  EVENT_OF,
  type Ineligible,
  idleNote,
  ineligibility,
  isClosed,
  type Look,
  MESSAGES,
  NO_LOOK,
  needsLook,
  nextStatus,
  progressToken,
  STATUS_NAMES,
  sandboxLook,
  type Tier,
} from './rules.ts'
import type { BrokerageCase } from './store.ts'
import * as store from './store.ts'

/**
 * Looks at a name from outside: is it registered, does it run a site? It speaks to the network, so it happens before any
 * transaction. The sandbox asks nobody; what we know ourselves spares the look.
 */
export async function lookAt(
  deps: Pick<Deps, 'db' | 'registry' | 'sites'>,
  environment: Environment,
  domain: string,
  asker: Asker,
): Promise<Look> {
  if (!needsLook(environment)) return sandboxLook(domain)
  if (ineligibility(await readStanding(deps.db, environment, domain, asker), NO_LOOK) !== null) return NO_LOOK
  const { state } = await deps.registry.check(domain)
  if (state === 'available') return { registered: false, activeSite: false }
  const registered = state === 'registered' ? true : null
  return { registered, activeSite: await deps.sites.hasActiveSite(domain) }
}

async function readStanding(db: Db, environment: Environment, domain: string, asker: Asker) {
  const listing = await findDomain(db, environment, domain)
  return { listed: listing?.status === 'listed', inCase: await store.isInOpenCase(db, environment, domain, asker) }
}

export const checkEligibility = async (
  db: Db,
  environment: Environment,
  domain: string,
  asker: Asker,
  look: Look,
): Promise<Ineligible | null> => ineligibility(await readStanding(db, environment, domain, asker), look)

/** When a visitor with too many open cases may look again. */
const CASES_RETRY_SECONDS = 86_400

const WORDS: Record<Ineligible, string> = {
  active_site: 'runs an active site, so its owner is using it',
  already_in_case: 'already has an open brokerage case',
  listed_for_sale: 'is listed for sale on this marketplace, so buy it instead',
  unregistered: 'is not registered, so register it instead',
}

const refusal = (domain: string, reason: Ineligible) =>
  new ApiError('conflict', { message: `${domain} cannot be brokered: it ${WORDS[reason]}.`, reason })

const eventData = (one: BrokerageCase) => ({
  case: {
    case_id: one.id,
    domain: one.domain,
    tier: one.tier,
    status: one.status,
    deal_price_cents: one.dealPriceCents,
    currency: one.currency,
    partner_commission_cents: one.partnerCommissionCents,
    closed_at: one.closedAt?.toISOString() ?? null,
  },
})

const PURPOSE = 'brokerage-progress'

/** Deriving is slow enough to do it once. */
const keys = new WeakMap<Deps['secrets'], Buffer>()

/** For the token of a case's page. */
export function getProgressKey(secrets: Deps['secrets']): Buffer {
  const key = keys.get(secrets) ?? secrets.deriveKey(PURPOSE)
  keys.set(secrets, key)
  return key
}

/** A visitor of our own pages hears from us. A partner tells its customers itself. */
async function mailVisitor(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  one: BrokerageCase,
  note: string | undefined,
  at: Date,
) {
  if (one.visitorEmail === null) return
  const secret = progressToken(getProgressKey(deps.secrets), one.id)
  const data = {
    caseId: one.id,
    domain: one.domainUnicode,
    status: STATUS_NAMES[one.status],
    text: MESSAGES[one.status],
    note: note ?? null,
  }
  await queueMail(deps, tx, { template: 'brokerage_progress', to: one.visitorEmail, secret, data, owner: one }, at)
}

/** The line in the timeline, the event and the message, with the state that they tell of. */
async function tell(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  one: BrokerageCase,
  actor: string,
  note: string | undefined,
  at: Date,
  real: Date,
): Promise<void> {
  const message = note === undefined ? MESSAGES[one.status] : `${MESSAGES[one.status]} ${note}`
  await store.addLine(tx, one.id, { at, status: one.status, actor, message })
  await emitEvents(tx, one, [{ type: EVENT_OF(one.status), data: eventData(one) }], at, real)
  await mailVisitor(deps, tx, one, note, at)
}

export type NewCase = {
  name: DomainName
  tier: Tier
  buyerEmail: string
  budgetCents: number
  currency: string
  notes: string | null
  partnerCommissionBps: number
  /** Of a visitor of the marketplace's own pages; absent for a partner. */
  visitor?: Visitor
}

/** `email` is the normalized address; `network` a keyed digest. */
export type Visitor = { email: string; network: string }

/** `now` is the partner's clock. Two partners who open a case for one domain at once: the unique index lets one of them in. */
export async function openCase(
  deps: Pick<Deps, 'clock' | 'config' | 'secrets'>,
  tx: Tx,
  owner: Owner,
  input: NewCase,
  look: Look,
  now: Date,
): Promise<BrokerageCase> {
  const { domain, unicode } = input.name
  const { visitor } = input
  const asker: Asker = visitor ? { kind: 'visitor', email: visitor.email } : { kind: 'partner' }
  const reason = await checkEligibility(tx, owner.environment, domain, asker, look)
  if (reason !== null) throw refusal(domain, reason)
  const opened: BrokerageCase = {
    id: newId('brokerageCase', now),
    partnerId: owner.partnerId,
    environment: owner.environment,
    domain,
    domainUnicode: unicode,
    tier: input.tier,
    status: 'opened',
    buyerEmail: input.buyerEmail,
    budgetCents: input.budgetCents,
    currency: input.currency,
    notes: input.notes,
    partnerCommissionBps: input.partnerCommissionBps,
    feeBps: deps.config.brokerageFeeBps,
    dealPriceCents: null,
    feeCents: null,
    partnerCommissionCents: null,
    completedAt: null,
    closedAt: null,
    createdAt: now,
    updatedAt: now,
    visitorEmail: visitor?.email ?? null,
  }
  if (visitor) await assertFewCases(tx, visitor.network)
  try {
    await store.insertCase(tx, opened, visitor?.network ?? null)
  } catch (error) {
    if (violates(error, 'brokerage_cases_one_open') || violates(error, 'brokerage_cases_one_open_of_visitor'))
      throw refusal(domain, 'already_in_case')
    throw error
  }
  await tell(deps, tx, opened, 'partner', undefined, now, deps.clock.now())
  return opened
}

/** Operators work on every case, so nobody may open more of them than a buyer needs. */
async function assertFewCases(tx: Tx, network: string): Promise<void> {
  if ((await store.countOpenByNetwork(tx, network)) < VISITOR_CASES_MAX) return
  throw new ApiError('rate_limited', {
    message: `Your network has ${VISITOR_CASES_MAX} open brokerage requests. Wait until one is closed before you send another.`,
    reason: 'too_many_open_cases',
    headers: { 'retry-after': String(CASES_RETRY_SECONDS) },
  })
}

/** A visitor of the marketplace's own pages has the house as partner, which owes itself no share. */
export async function openHouseCase(
  deps: Pick<Deps, 'clock' | 'config' | 'secrets'>,
  tx: Tx,
  input: Omit<NewCase, 'partnerCommissionBps'> & { visitor: Visitor },
  look: Look,
  now: Date,
): Promise<BrokerageCase> {
  const partnerId = await requireHouse(tx)
  return openCase(deps, tx, { partnerId, environment: 'live' }, { ...input, partnerCommissionBps: 0 }, look, now)
}

export async function findCase(db: Db, owner: Owner | null, id: string): Promise<BrokerageCase> {
  const found = isId('brokerageCase', id) ? await store.findCase(db, owner, id) : undefined
  if (!found) throw notFound('Brokerage case not found.')
  return found
}

export type Move = { action: CaseAction; actor: string; note?: string | undefined; dealPriceCents?: number | undefined }

const illegal = (status: CaseStatus, action: CaseAction) =>
  new ApiError('conflict', {
    message:
      action === 'advance' && status === 'in_escrow'
        ? 'The last step needs a deal price. Use the complete action instead.'
        : `Cannot apply ${action} to a case in status ${status}. Its field actions lists what it accepts now.`,
    reason: 'illegal_transition',
  })

/** The one function that moves a case: state, timeline, event and, for a deal, the ledger, in the caller's transaction. */
export async function moveCase(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  tx: Tx,
  owner: Owner | null,
  id: string,
  given: Move | ((status: CaseStatus, budgetCents: number) => Move),
): Promise<BrokerageCase> {
  const found = isId('brokerageCase', id) ? await store.lockCase(tx, owner, id) : undefined
  if (!found) throw notFound('Brokerage case not found.')
  const { offsetSeconds, ...old } = found
  const move = typeof given === 'function' ? given(old.status, old.budgetCents) : given
  const status = nextStatus(old.status, move.action)
  if (status === null) throw illegal(old.status, move.action)
  const real = deps.clock.now()
  const at = addSeconds(real, offsetSeconds)
  const moved: BrokerageCase = { ...old, status, updatedAt: at, closedAt: isClosed(status) ? at : null }
  if (status === 'completed') {
    invariant(move.dealPriceCents !== undefined, 'a deal has its price')
    const { feeCents, commissionCents } = computeShares(move.dealPriceCents, old)
    Object.assign(moved, {
      dealPriceCents: move.dealPriceCents,
      feeCents,
      partnerCommissionCents: commissionCents,
      completedAt: at,
    })
    const { id: caseId, partnerId, currency } = old
    await post(
      tx,
      old,
      dealJournal({ caseId, partnerId, currency, dealCents: move.dealPriceCents, feeCents, commissionCents }),
      at,
    )
  }
  await store.updateCase(tx, moved)
  await tell(deps, tx, moved, move.actor, move.note, at, real)
  return moved
}

/**
 * Closes cases that nobody works on, so that no domain stays in a case for ever. Of one owner, whose sandbox clock moved, or of
 * all. Returns how many it closed; the caller asks again while that is a whole batch.
 */
export async function closeIdleCases(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  tx: Tx,
  owner: Owner | null,
  limit: number,
): Promise<number> {
  const idle = { visitorSeconds: VISITOR_CASE_IDLE_SECONDS, seconds: CASE_IDLE_SECONDS }
  const cases = await store.lockIdleCases(tx, owner, deps.clock.now(), idle, limit)
  for (const { id, seconds } of cases)
    await moveCase(deps, tx, null, id, { action: 'cancel', actor: 'system', note: idleNote(seconds) })
  return cases.length
}
