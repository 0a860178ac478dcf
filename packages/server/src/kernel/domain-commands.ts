// Changes of people's domains that a registry must carry out, for modules that do not know who does it. `Tx` is a transaction of the
// database layer.
import type { Id } from './ids.ts'

/** The bulk operations that reach the registry where a connector is configured. */
export type RegistryChange =
  | { kind: 'set_nameservers'; params: { nameservers: string[] } }
  | { kind: 'set_lock'; params: { locked: boolean } }
  | { kind: 'set_privacy'; params: { enabled: boolean } }

export type DomainCommands<Tx> = {
  /** False: nothing carries commands to a registry here. */
  isConnected(): boolean
  /** Carried out in the background, each domain for itself. */
  queue(
    tx: Tx,
    change: RegistryChange & { userId: Id<'user'>; bulkId: Id<'bulkRun'>; domains: readonly string[] },
    now: Date,
  ): Promise<void>
}
