// Collects everything that is stored about a person, from the modules that store it.
import { newestFirst } from '../../../db/keyset.ts'
import type { Db } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { exportAccount, listFormerAddresses, listViews, type User } from '../../accounts/index.ts'
import { listVisitorCases } from '../../brokerage/index.ts'
import { listOwned, listRuns } from '../../domains/index.ts'
import { listFactors } from '../../factors/index.ts'
import { listMessagesTo } from '../../mail/index.ts'
import { listConnectedClients } from '../../oauth/index.ts'
import { exportOffers } from '../../offers/index.ts'
import { listAudit } from '../../operator/index.ts'
import { exportPurchases } from '../../orders/index.ts'
import { listOwnPartners } from '../../partners/index.ts'
import { findPayeeAccount, listBankPayouts } from '../../payees/index.ts'
import { exportDomainPurchases, listOfOwner } from '../../registrations/index.ts'
import { listOwnTokens } from '../../roles/index.ts'
import { exportSeller } from '../../sellers/index.ts'
import { listReceivedInvitations } from '../../team/index.ts'
import { listWatches } from '../../watches/index.ts'

/** More rows of a kind than anyone has; an export is one document. */
const ROWS_MAX = 10_000

const listActions = (db: Db, email: string, from: Date, to: Date | undefined) =>
  listAudit(
    db,
    { actor: `user:${email}`, route: undefined, requestId: undefined, changes: false, from, to },
    newestFirst('created', undefined),
    ROWS_MAX,
  )

/** The addresses that the account had and has, each for its time: before and after, it may have been someone else's. */
async function listAddresses(db: Db, user: User): Promise<{ email: string; from: Date; until: Date | null }[]> {
  const former = await listFormerAddresses(db, user.id)
  const current = { email: user.email, until: null }
  return [...former, current].map(({ email, until }, i) => ({
    email,
    from: former[i - 1]?.until ?? user.createdAt,
    until,
  }))
}

/** Keys and secrets of factors say nothing about the person, and stay here. */
async function describeFactors(db: Db, user: User) {
  const { totpEnabledAt, passkeys, recoveryCodesLeft } = await listFactors(db, user.id)
  const described = passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt }))
  return { totpEnabledAt, passkeys: described, recoveryCodesLeft }
}

/** Of the other side, an offer has only what it said. */
async function describeOffers(db: Db, userId: string) {
  const offers = await exportOffers(db, userId)
  return offers.map(({ id, buyerId, domain, amountCents, currency, status, createdAt, expiresAt, moves }) => ({
    id,
    as: buyerId === userId ? 'buyer' : 'seller',
    domain,
    amountCents,
    currency,
    status,
    createdAt,
    expiresAt,
    moves: moves.map(({ side, action, amountCents: cents, message, at }) => ({
      side,
      action,
      amountCents: cents,
      message,
      at,
    })),
  }))
}

/** What is filed under the address belongs to the person only once the address is confirmed. */
export async function exportPerson(
  deps: Pick<Deps, 'secrets'>,
  db: Db,
  user: User,
  now: Date,
): Promise<Record<string, unknown>> {
  const partners = await listOwnPartners(db, user.id, { limit: ROWS_MAX })
  const tokens = await listOwnTokens(db, user.id)
  const own = {
    exportedAt: now,
    ...(await exportAccount(db, user, now)),
    applications: await listConnectedClients(db, user.id, now),
    secondFactors: await describeFactors(db, user),
    operatorTokens: tokens.map(({ userId: _own, ...token }) => token),
    partners: partners.map(({ id, name, role, memberSince }) => ({ id, name, role, memberSince })),
    savedViews: await listViews(db, user.id),
    watches: (await listWatches(db, user.id)).map(({ userId: _own, checkAfter: _due, ...watch }) => watch),
    bulkChanges: await listRuns(db, user.id, { before: undefined, limit: ROWS_MAX }),
    registryChanges: await listOfOwner(db, user.id, { before: undefined, limit: ROWS_MAX }),
    offers: await describeOffers(db, user.id),
    selling: await exportSeller(deps, db, user.id, now),
    payoutAccount: (await findPayeeAccount(db, user.id)) ?? null,
    bankPayouts: await listBankPayouts(db, user.id),
    domainPurchases: await exportDomainPurchases(db, user.id),
  }
  if (user.emailConfirmedAt === null) return own
  const cases = await listVisitorCases(db, user.email)
  const invitations = await listReceivedInvitations(db, user.email)
  const logs = []
  const messages = []
  for (const { email, from, until } of await listAddresses(db, user)) {
    logs.unshift(await listActions(db, email, from, until ?? undefined))
    messages.unshift(await listMessagesTo(db, email, until))
  }
  return {
    ...own,
    auditLog: logs.flat(),
    domains: await listOwned(db, user.id, {}, ROWS_MAX),
    purchases: await exportPurchases(db, user.id),
    brokerageCases: cases.map(({ id, domain, status, budgetCents, currency, notes, createdAt }) => ({
      id,
      domain,
      status,
      budgetCents,
      currency,
      notes,
      createdAt,
    })),
    invitations: invitations.map(({ partnerId, role, createdAt, expiresAt }) => ({
      partnerId,
      role,
      createdAt,
      expiresAt,
    })),
    messages: messages.flat(),
  }
}
