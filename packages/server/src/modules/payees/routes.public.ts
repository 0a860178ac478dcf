// Payout accounts: sellers set up where they are paid.
import type { Db } from '../../db/sql.ts'
import { defineRoute } from '../../http/define-route.ts'
import { Strict, Type } from '../../http/schema.ts'
import { invariant } from '../../kernel/errors.ts'
import { openPayoutAccount, refreshPayoutAccount } from './service/set-up.ts'
import { findAccount, listBankFailures } from './store.ts'
import { PayoutAccountStateView, PayoutLinkView, payoutAccountView, payoutLinkView } from './views.ts'

const access = { area: 'public', signedIn: 'domains:manage', confirmed: true } as const

const showAccount = async (db: Db, sellerId: string, isAvailable: boolean) =>
  payoutAccountView(isAvailable, await findAccount(db, sellerId), await listBankFailures(db, sellerId))

const get = defineRoute({
  ...access,
  id: 'seller.payout_account.get',
  method: 'GET',
  path: '/seller/payout-account',
  summary: 'Get your payout account',
  description: 'Whether you can set up payouts yourself, and the state of your account at Stripe.',
  returns: 'The payout account.',
  response: PayoutAccountStateView,
  handle: async ({ deps, db, caller }) => {
    invariant(caller.user, 'only the signed-in come here')
    return showAccount(db, caller.user.id, deps.payments.connect !== null)
  },
})

const open = defineRoute({
  ...access,
  // The page of Stripe changes the bank account. A token has no recent sign-in, so it gets no link.
  signedIn: 'session',
  id: 'seller.payout_account.open',
  recent: true,
  method: 'POST',
  path: '/seller/payout-account',
  limit: 'market_writes',
  summary: 'Set up your payout account',
  description:
    'Returns a link to Stripe, where you enter your details and bank account, or change them once the account is ready. Stripe sends you back to your balance. 409 `payout_setup_unavailable` if the operator of the marketplace pays by bank transfer, 409 `payout_account_closed` if Stripe closed your account.',
  returns: 'The link.',
  body: Strict({
    country: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 2,
        pattern: '^[A-Z]{2}$',
        description:
          'Country of your bank account as two letters. It cannot be changed later. Default: the country of the marketplace.',
        examples: ['DE'],
      }),
    ),
    use: Type.Optional(
      Type.Boolean({
        description:
          'True: payouts go to your account at Stripe again, in place of a bank account that the operator entered. Only needed once the account is ready, because the setup chooses it, too.',
      }),
    ),
  }),
  bodyOptional: true,
  response: PayoutLinkView,
  errors: ['conflict', 'upstream_unavailable'],
  writes: true,
  // Stripe is asked outside of any transaction.
  prepare: ({ deps, caller }, { body }) => {
    invariant(caller.user, 'only the signed-in come here')
    return openPayoutAccount(deps, caller.user.id, { country: body?.country ?? null, isChosen: body?.use ?? false })
  },
  handle: async ({ prepared }) => payoutLinkView(prepared),
})

const refresh = defineRoute({
  ...access,
  id: 'seller.payout_account.refresh',
  method: 'POST',
  path: '/seller/payout-account/refresh',
  limit: 'market_writes',
  summary: 'Refresh your payout account',
  description: 'Asks Stripe for the current state of your account, for example when you return from the setup.',
  returns: 'The payout account.',
  response: PayoutAccountStateView,
  errors: ['not_found', 'conflict', 'upstream_unavailable'],
  writes: true,
  prepare: ({ deps, caller }) => {
    invariant(caller.user, 'only the signed-in come here')
    return refreshPayoutAccount(deps, caller.user.id)
  },
  handle: async ({ tx, caller }) => {
    invariant(caller.user, 'only the signed-in come here')
    return showAccount(tx, caller.user.id, true)
  },
})

export const publicRoutes = [get, open, refresh]
