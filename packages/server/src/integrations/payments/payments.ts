// Who moves the money, as the service is given it. `Db` is what the database layer calls so.
import type { ConnectProvider } from './connect.ts'
import type { PaymentProvider } from './provider.ts'
import type { StripeProvider } from './stripe.ts'

/** The sandbox processor keeps its books in the database, or in the transaction that it is given. */
export type Payments<Db> = {
  sandbox(db: Db): PaymentProvider
  stripe: StripeProvider | null
  /** Pays sellers out; null: operators do, by bank transfer. */
  connect: ConnectProvider | null
  /** Who takes live money; null where nobody may. Sandbox sessions are always the sandbox processor's. */
  live: 'sandbox' | 'stripe' | null
  /** What the buyer's browser shows Stripe. */
  publishableKey: string | null
}
