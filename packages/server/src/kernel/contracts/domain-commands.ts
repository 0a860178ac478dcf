// Changes of people's domains that a registry must carry out, for modules that do not know who does it. `Tx` is a transaction of the
// database layer.
import type { Id } from '../ids.ts'

/** The bulk operations that reach the registry where a connector is configured. */
export type RegistryChange =
  | { kind: 'set_nameservers'; params: { nameservers: string[] } }
  | { kind: 'set_lock'; params: { locked: boolean } }
  | { kind: 'set_privacy'; params: { enabled: boolean } }

/** A checkout that pays for changes. */
export type OpenedCheckout = { checkoutUrl: string; totalCents: number; currency: string; expiresAt: Date }

export type DomainCommands<Tx> = {
  /** False: nothing carries commands to a registry here. */
  isConnected(): boolean
  /** Whether people can also pay for such a change here. */
  canCharge(): boolean
  /** One checkout for all of them. Each is renewed once it is paid. */
  openRenewal(
    tx: Tx,
    renewal: {
      userId: Id<'user'>
      bulkId: Id<'bulkRun'>
      years: number
      items: readonly { domain: string; priceCents: number }[]
    },
  ): Promise<OpenedCheckout>
  /** Carried out in the background, each domain for itself. */
  queue(
    tx: Tx,
    change: RegistryChange & { userId: Id<'user'>; bulkId: Id<'bulkRun'>; domains: readonly string[] },
    now: Date,
  ): Promise<void>
}
