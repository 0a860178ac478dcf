// Credentials for the signature check: read at most every two seconds each, so that a revoked key stops in time.
import type { KeyObject } from 'node:crypto'
import type { Deps } from '../../../deps.ts'
import { CREDENTIAL_CACHE_SECONDS } from '../../../kernel/limits.ts'
import { randomToken } from '../../../kernel/secret-box.ts'
import { type CredentialWithPartner, findCredentialOrAnother, touchCredential } from '../store/credentials.ts'
import { openSecret } from './issue-credential.ts'

export type CachedCredential = CredentialWithPartner & { secret: string; key: KeyObject }

type Entry = { value: CachedCredential; readAt: number; touchedAt: number }

/** Partners that are busy at the same time, with room to spare; the oldest entry makes room for a new one. */
const ENTRIES_MAX = 10_000
const TOUCH_SECONDS = 60

export function createCredentialCache(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'log'>,
  deriveKey: (secret: string) => KeyObject,
) {
  const entries = new Map<string, Entry>()
  const loading = new Map<string, Promise<CachedCredential | undefined>>()
  // An unknown key id is checked against this one. What is made of it goes where nobody looks.
  const decoySecret = randomToken('sk_decoy_')
  const decoy = { key: deriveKey(decoySecret), sealed: deps.secrets.seal(decoySecret, 'credential:decoy') }
  const decoys = new Map<string, Entry>()

  /** Known or not, the same steps with the same amount of data: even microseconds can be measured from outside. */
  async function load(keyId: string): Promise<CachedCredential | undefined> {
    const row = await findCredentialOrAnother(deps.db, keyId)
    if (!row) return undefined
    const isKnown = row.keyId === keyId
    const secret = isKnown ? openSecret(deps, keyId, row.secretSealed) : openSecret(deps, 'decoy', decoy.sealed)
    const value = { ...row, secret, key: deriveKey(secret) }
    if (entries.size >= ENTRIES_MAX) entries.delete(entries.keys().next().value as string)
    const touchedAt = entries.get(keyId)?.touchedAt ?? row.lastUsedAt?.getTime() ?? 0
    const entry = { value, readAt: deps.clock.now().getTime(), touchedAt }
    if (isKnown) {
      entries.set(keyId, entry)
      return value
    }
    decoys.set('', entry)
    decoy.key = value.key
    entries.delete(keyId)
    return undefined
  }

  function reload(keyId: string): Promise<CachedCredential | undefined> {
    const running = loading.get(keyId)
    if (running) return running
    const started = load(keyId).finally(() => loading.delete(keyId))
    loading.set(keyId, started)
    return started
  }

  return {
    /** For a key id that is not known; made anew with every miss, as a key that is found is. */
    decoyKey: (): KeyObject => decoy.key,
    reload,
    /** From memory while it is fresh; otherwise undefined, and the caller reloads. */
    peek(keyId: string): CachedCredential | undefined {
      const entry = entries.get(keyId)
      if (!entry) return undefined
      const age = deps.clock.now().getTime() - entry.readAt
      return age >= 0 && age < CREDENTIAL_CACHE_SECONDS * 1000 ? entry.value : undefined
    },
    /** Notes that the key was used, at most once a minute. */
    used(keyId: string): void {
      const entry = entries.get(keyId)
      const now = deps.clock.now()
      if (!entry || now.getTime() - entry.touchedAt < TOUCH_SECONDS * 1000) return
      entry.touchedAt = now.getTime()
      touchCredential(deps.db, keyId, now).catch((error) =>
        deps.log.warn({ err: error }, 'could not record the last use of a credential'),
      )
    },
  }
}
