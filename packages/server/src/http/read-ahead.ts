// Reads that begin while their caller is being admitted. Their result is kept back until the admission has said yes.
import type { Companion, Database } from '../db/sql.ts'
import type { Verdict } from './admission/admission.ts'
import { RawResponse } from './define-route.ts'

/** What a handler returned, and the headers that it added. */
export type Found = { value: unknown; headers: Record<string, string> }
type Settled = { found: Found } | { error: unknown }

const settle = (work: Promise<Found>): Promise<Settled> =>
  work.then(
    (found) => ({ found }),
    (error: unknown) => ({ error }),
  )

/** A stream that nobody will read must not stay open. */
function discard(settled: Settled): void {
  if ('found' in settled && settled.found.value instanceof RawResponse) settled.found.value.discard()
}

export type EarlyRead<Presumed> = {
  /** Called at most once, for the caller that the request most likely comes from. Never throws. `beside`: where its statements wait. */
  start(presumed: Presumed, beside: Companion): void
  /** The caller is admitted: what was read for it. Undefined if nothing was, or for another. */
  take(isPresumed: (presumed: Presumed) => boolean): Promise<Found> | undefined
  /** The caller is refused: whatever was found, an error too, is forgotten. */
  discard(): void
}

export function createEarlyRead<Presumed>(
  read: (presumed: Presumed, beside: Companion) => Promise<Found>,
): EarlyRead<Presumed> {
  let begun: { presumed: Presumed; settled: Promise<Settled> } | undefined

  function forget(): void {
    void begun?.settled.then(discard)
    begun = undefined
  }

  async function reveal(settled: Promise<Settled>): Promise<Found> {
    const result = await settled
    if ('error' in result) throw result.error
    return result.found
  }

  return {
    start: (presumed, beside) => {
      begun = { presumed, settled: settle(read(presumed, beside)) }
    },
    take: (isPresumed) => {
      if (!begun) return undefined
      if (isPresumed(begun.presumed)) return reveal(begun.settled)
      forget()
      return undefined
    },
    discard: forget,
  }
}

/** Callers that this process remembers; the oldest makes room. Forgetting one costs a read for nothing, or one round trip. */
const CALLERS_MAX = 10_000

function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (map.size >= CALLERS_MAX && !map.has(key)) map.delete(map.keys().next().value as string)
  map.set(key, value)
}

/**
 * Whose reads may begin early. A caller whose last request was refused waits for its admission, so that requests above the rate limit
 * and replays cost no read. Where connections are scarce, a read for nothing would displace another.
 */
export function createReadAheadGate(db: Pick<Database, 'kind' | 'connections'>) {
  const refused = new Map<string, true>()
  /** How far the sandbox clock of each caller ran ahead when it was last read. */
  const offsets = new Map<string, number>()

  function note(keyId: string, { fresh, granted, sandboxOffsetSeconds }: Verdict): void {
    if (!fresh || !granted) remember(refused, keyId, true)
    else if (refused.size > 0) refused.delete(keyId)
    if (sandboxOffsetSeconds !== 0) remember(offsets, keyId, sandboxOffsetSeconds)
    else if (offsets.size > 0) offsets.delete(keyId)
  }

  return {
    /** The embedded database has one connection: nothing can run beside the admission. */
    isOpen: (keyId: string): boolean => db.kind === 'postgres' && !refused.has(keyId) && db.connections().waiting === 0,
    /** The offset that the admission will most likely find. */
    guessOffset: (keyId: string): number => offsets.get(keyId) ?? 0,
    /** Remembers what the admission said. */
    async watch(keyId: string, asking: Promise<Verdict>): Promise<Verdict> {
      try {
        const verdict = await asking
        note(keyId, verdict)
        return verdict
      } catch (error) {
        remember(refused, keyId, true)
        throw error
      }
    },
  }
}
