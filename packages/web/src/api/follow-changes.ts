// One connection of a tab to the feed of changes: it reconnects with backoff, resumes where it was, and rests while nobody looks.
import type { Change } from '@freehold/sdk/types'
import { FreeholdError } from './client.ts'
import { readEvents } from './event-stream.ts'

/** `reset`: changes were left out, so everything has to be read again. */
export type ChangeBatch = { changes: readonly Change[]; reset: boolean }

type Feed = {
  open: (headers: Record<string, string>, signal: AbortSignal) => Promise<Response>
  onChanges: (batch: ChangeBatch) => void
}

/** Three heartbeats: a connection without any is dead, even if nothing closed it. */
const SILENCE_MS = 45_000
/** A tab that nobody looks at gives its connection back. */
const HIDDEN_MS = 60_000

const WAIT_MS = { least: 1000, most: 60_000 }

/** Exponential backoff with jitter, so that a thousand tabs do not reconnect in the same moment. */
export const backoffMs = (attempt: number, random: number): number =>
  Math.min(WAIT_MS.most, WAIT_MS.least * 2 ** attempt) * (0.25 + 0.75 * random)

/** The server says how long to wait, and the tabs that it says it to must not return together. */
export function waitMs(error: unknown, attempt: number, random: number): number {
  const seconds = error instanceof FreeholdError ? error.retryAfterSeconds : null
  return seconds === null ? backoffMs(attempt, random) : seconds * 1000 * (1 + random / 2)
}

/** Signed out, no longer allowed, or a version without a feed: the pages refresh without it. */
const isFinal = (error: unknown): boolean =>
  error instanceof FreeholdError && [400, 401, 403, 404].includes(error.status)

/** Returns how to stop. */
export function followChanges({ open, onChanges }: Feed): () => void {
  const stopping = new AbortController()
  let lastId: string | null = null
  let connection: AbortController | null = null
  let hiding: number | undefined
  let wake: (() => void) | null = null

  const sleep = (ms: number | null): Promise<void> =>
    new Promise((resolve) => {
      const timer = ms === null ? undefined : window.setTimeout(resolve, ms)
      wake = () => {
        window.clearTimeout(timer)
        resolve()
      }
    })

  function watchVisibility(): void {
    window.clearTimeout(hiding)
    if (document.hidden) hiding = window.setTimeout(() => connection?.abort(), HIDDEN_MS)
    else wake?.()
  }

  /** Until the connection ends. Returns whether anything arrived on it. */
  async function listen(): Promise<boolean> {
    connection = new AbortController()
    const { signal } = connection
    let silence = window.setTimeout(() => connection?.abort(), SILENCE_MS)
    let hasArrived = false
    try {
      const headers: Record<string, string> = { accept: 'text/event-stream' }
      if (lastId !== null) headers['last-event-id'] = lastId
      const { body } = await open(headers, AbortSignal.any([signal, stopping.signal]))
      if (!body) return false
      for await (const { id, data } of readEvents(body as ReadableStream<Uint8Array<ArrayBuffer>>)) {
        window.clearTimeout(silence)
        silence = window.setTimeout(() => connection?.abort(), SILENCE_MS)
        hasArrived = true
        if (id !== null) lastId = id
        if (data !== '') onChanges(JSON.parse(data) as ChangeBatch)
      }
      return hasArrived
    } catch (error) {
      // A connection that worked before it broke starts the backoff from the beginning.
      if (hasArrived && !isFinal(error)) return true
      throw error
    } finally {
      window.clearTimeout(silence)
      connection = null
    }
  }

  async function run(): Promise<void> {
    for (let attempt = 0; !stopping.signal.aborted; ) {
      if (document.hidden) {
        await sleep(null)
        continue
      }
      let failure: unknown = null
      try {
        if (await listen()) attempt = 0
      } catch (error) {
        if (isFinal(error)) return
        failure = error
      }
      if (stopping.signal.aborted || document.hidden) continue
      await sleep(waitMs(failure, attempt++, Math.random()))
    }
  }

  document.addEventListener('visibilitychange', watchVisibility)
  // A page with an open connection cannot be kept for the Back button.
  const leave = () => connection?.abort()
  window.addEventListener('pagehide', leave)
  void run()
  return () => {
    document.removeEventListener('visibilitychange', watchVisibility)
    window.removeEventListener('pagehide', leave)
    window.clearTimeout(hiding)
    stopping.abort()
    wake?.()
  }
}
