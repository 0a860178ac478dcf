// Use cases of sellers: open the payout account at Stripe, and ask Stripe for its state.
import type { Deps } from '../../../deps.ts'
import type { AccountLink, ConnectProvider } from '../../../integrations/payments/connect.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { ApiError, invariant, notFound } from '../../../kernel/errors.ts'
import { ACCOUNT_CHECK_SECONDS, OPEN_ACCOUNT_CHECK_SECONDS } from '../../../kernel/limits.ts'
import { findAddress } from '../../sellers/index.ts'
import { chooseLink, type LinkKind, refuseClosed, refuseSetup, toAccountKey } from '../rules.ts'
import {
  claimAccount,
  findAccount,
  listUnchecked,
  noteCheck,
  noteRequest,
  type PayeeAccount,
  saveRef,
} from '../store.ts'
import { applyReport } from './report.ts'

type Asking = Pick<Deps, 'db' | 'clock' | 'payments' | 'config' | 'secrets'>

const requireConnect = ({ payments }: Pick<Deps, 'payments'>): ConnectProvider => {
  if (!payments.connect) throw refuseSetup()
  return payments.connect
}

/** Events of Stripe have whole seconds. A state that was asked for later in the same second must not hide them. */
const toSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1000) * 1000)

/** The account of the seller, made on first use. The row is written before Stripe is asked, and the same key makes one account. */
async function ensureAccount(deps: Asking, sellerId: string, country: string | null): Promise<PayeeAccount> {
  const connect = requireConnect(deps)
  const claimed = await deps.db.tx((tx) => claimAccount(tx, sellerId, deps.clock.now()))
  if (claimed.accountRef !== null) return claimed
  const email = await findAddress(deps.db, sellerId)
  if (email === null)
    throw new ApiError('conflict', { message: 'Confirm your email address first.', reason: 'email_unconfirmed' })
  const key = toAccountKey({ sellerId, country, email })
  const { ref } = await connect.createAccount({ key, sellerId, email, country })
  await deps.db.tx((tx) => saveRef(tx, sellerId, ref))
  const account = await findAccount(deps.db, sellerId)
  invariant(account, 'the account was just written')
  return account
}

export type OpenedLink = AccountLink & { kind: LinkKind }

type Opening = { country: string | null; isChosen: boolean }

/** A link to Stripe, for the seller alone. The setup chooses the account for payouts; a look at the dashboard does not. */
export async function openPayoutAccount(
  deps: Asking,
  sellerId: string,
  { country, isChosen }: Opening,
): Promise<OpenedLink> {
  const connect = requireConnect(deps)
  const { accountRef, status } = await ensureAccount(deps, sellerId, country)
  invariant(accountRef, 'an account that was made has its reference')
  if (status === 'closed') throw refuseClosed()
  const kind = chooseLink(status)
  const page = `${deps.config.baseUrl}/account/selling/money`
  const urls = { returnUrl: `${page}?payouts=returned`, refreshUrl: `${page}?payouts=expired` }
  const link = await (kind === 'dashboard'
    ? connect.createDashboardLink(accountRef)
    : connect.createSetupLink(accountRef, urls))
  if (kind === 'setup' || isChosen) await deps.db.tx((tx) => noteRequest(tx, sellerId, deps.clock.now()))
  // An account that is ready has nothing more to report.
  if (kind === 'dashboard' && isChosen) await checkAccount(deps, { sellerId, accountRef })
  return { kind, ...link }
}

/** Asks Stripe for the state of an account, and notes it. */
export async function checkAccount(
  deps: Asking,
  { sellerId, accountRef }: { sellerId: string; accountRef: string },
): Promise<void> {
  const connect = requireConnect(deps)
  const askedAt = toSecond(deps.clock.now())
  const report = await connect.readAccount(accountRef)
  await deps.db.tx(async (tx) => {
    const now = deps.clock.now()
    await noteCheck(tx, sellerId, now)
    await applyReport(deps, tx, sellerId, report, { at: askedAt, now })
  })
}

export async function refreshPayoutAccount(deps: Asking, sellerId: string): Promise<void> {
  requireConnect(deps)
  const account = await findAccount(deps.db, sellerId)
  if (!account || account.accountRef === null) throw notFound('You have no payout account yet. Start the setup first.')
  await checkAccount(deps, { sellerId, accountRef: account.accountRef })
}

/** Events can be lost: accounts are asked for once a day, and those that are not ready every hour. */
export async function checkAccounts(deps: Deps, limit: number, signal: AbortSignal): Promise<void> {
  if (!deps.payments.connect) return
  const now = deps.clock.now()
  const before = { ready: addSeconds(now, -ACCOUNT_CHECK_SECONDS), open: addSeconds(now, -OPEN_ACCOUNT_CHECK_SECONDS) }
  for (const account of await listUnchecked(deps.db, before, limit)) {
    if (signal.aborted) return
    try {
      await checkAccount(deps, account)
    } catch (error) {
      // The next run asks again; the others are asked now.
      deps.log.warn(
        { err: error, seller_id: account.sellerId },
        'could not read the state of a payout account; will retry',
      )
      await deps.db.tx((tx) => noteCheck(tx, account.sellerId, deps.clock.now()))
    }
  }
}
