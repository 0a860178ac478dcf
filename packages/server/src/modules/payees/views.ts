// The API views of payout accounts.
import {
  isoTime,
  isoTimeOrNull,
  Named,
  Nullable,
  OneOf,
  PositiveCents,
  type Static,
  Timestamp,
  Type,
} from '../../http/schema.ts'
import { explainBankFailure } from '../sellers/index.ts'
import { ACCOUNT_STATUSES, LINK_KINDS } from './rules.ts'
import type { OpenedLink } from './service/set-up.ts'
import type { BankPayout, PayeeAccount } from './store.ts'

const BankFailureView = Named('BankPayoutFailure', {
  amount_cents: PositiveCents('What Stripe tried to pay to your bank, in minor units. It is in your Stripe account.'),
  currency: Type.String({
    minLength: 3,
    maxLength: 3,
    description: 'ISO 4217 code of the currency of your bank account, also of one that nothing is sold in here.',
  }),
  code: Type.String({ description: 'Why the bank returned it, as Stripe names it.' }),
  message: Type.String({ description: 'The same in a sentence.' }),
  failed_at: Timestamp('When Stripe reported it.'),
})

const AccountView = Named('PayoutAccount', {
  status: OneOf(ACCOUNT_STATUSES, {
    title: 'PayoutAccountStatus',
    description:
      '`incomplete`: finish the setup. `in_review`: Stripe checks your details. `restricted`: Stripe needs something from you; see `due`. `ready`: you can be paid. `closed`: Stripe or you closed the account.',
  }),
  due: Type.Array(Type.String(), { description: 'What Stripe needs from you now, as Stripe names it.' }),
  bank_end: Nullable(Type.String({ description: 'The end of your bank account number.' })),
  bank_failures: Type.Array(BankFailureView, {
    description:
      'Payments from your Stripe account that your bank returned. Correct your bank account at Stripe. Empty once Stripe has paid again.',
  }),
  created_at: Timestamp(),
  checked_at: Nullable(Timestamp('When we last asked Stripe. Null: not yet.')),
})

export const PayoutAccountStateView = Named('PayoutAccountState', {
  available: Type.Boolean({ description: 'True if you can set up payouts yourself on this marketplace.' }),
  account: Nullable(AccountView),
})

export const payoutAccountView = (
  isAvailable: boolean,
  account: PayeeAccount | undefined,
  failures: readonly (BankPayout & { failure: string })[],
): Static<typeof PayoutAccountStateView> => ({
  available: isAvailable,
  account:
    account === undefined || account.accountRef === null
      ? null
      : {
          status: account.status,
          due: account.due,
          bank_end: account.bankEnd,
          bank_failures: failures.map(({ amountCents, currency, failure, at }) => ({
            amount_cents: amountCents,
            currency,
            code: failure,
            message: explainBankFailure(failure),
            failed_at: isoTime(at),
          })),
          created_at: isoTime(account.createdAt),
          checked_at: isoTimeOrNull(account.checkedAt),
        },
})

export const PayoutLinkView = Named('PayoutAccountLink', {
  kind: OneOf(LINK_KINDS, {
    title: 'PayoutAccountLinkKind',
    description: '`setup`: enter your details and bank account. `dashboard`: see your balance and change them.',
  }),
  url: Type.String({ description: 'Page of Stripe, for you alone. It works once and expires after some minutes.' }),
  expires_at: Nullable(Timestamp('When the link expires. Null if Stripe does not say.')),
})

export const payoutLinkView = ({ kind, url, expiresAt }: OpenedLink): Static<typeof PayoutLinkView> => ({
  kind,
  url,
  expires_at: isoTimeOrNull(expiresAt),
})
