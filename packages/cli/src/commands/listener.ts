// Lets `webhooks trigger webhook.test` find a running `webhooks listen`: test events are not part of the history it follows.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type Freehold, NotFoundError } from '@freehold/sdk'
import { signedWebhook } from '@freehold/sdk/testing'
import { type Environment, profilePath } from '../profile.ts'
import { UsageError } from '../usage.ts'

export type Listener = { url: string; secret: string; pid: number }

/** As long as the service waits for a response to a delivery. */
const RESPONSE_MS = 5000

const listenerPath = (env: Environment): string => `${profilePath(env)}.listener`

function readListener(env: Environment): Listener | null {
  const file = listenerPath(env)
  if (!existsSync(file)) return null
  try {
    const listener = JSON.parse(readFileSync(file, 'utf8')) as Listener
    process.kill(listener.pid, 0)
    return listener
  } catch {
    // The process has ended, or wrote only half of the file.
    return null
  }
}

/** Announces a listener. Call the returned function when it stops. */
export function announceListener(env: Environment, url: string, secret: string): () => void {
  writeFileSync(listenerPath(env), JSON.stringify({ url, secret, pid: process.pid }), { mode: 0o600 })
  return () => {
    if (readListener(env)?.pid === process.pid) rmSync(listenerPath(env), { force: true })
  }
}

/** Sends one signed delivery. Returns the status code, or null without a response. */
export async function sendDelivery(
  { url, secret, signal }: { url: string; secret: string; signal?: AbortSignal },
  event: { id: string; type: string },
  attempt = 1,
): Promise<number | null> {
  const { body, headers } = await signedWebhook(event as never, secret, { attempt })
  const timeout = AbortSignal.timeout(RESPONSE_MS)
  const inTime = signal ? AbortSignal.any([signal, timeout]) : timeout
  try {
    const response = await fetch(url, { method: 'POST', body, headers, signal: inTime, redirect: 'manual' })
    await response.arrayBuffer()
    return response.status
  } catch (error) {
    if (signal?.aborted) throw error
    return null
  }
}

/** Sends `webhook.test` to the running listener, or else to the registered webhook endpoint. */
export async function sendTestEvent(freehold: Freehold, env: Environment): Promise<{ id: string }> {
  const listener = readListener(env)
  if (!listener) {
    try {
      const { delivery_id: id } = await freehold.webhooks.test()
      return { id }
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error
      throw new UsageError(
        'There is no receiver. Run "freehold webhooks listen --forward URL" in another terminal, or register a webhook endpoint.',
      )
    }
  }
  const { partner } = await freehold.me.get()
  const id = `evt_test_${randomBytes(12).toString('hex')}`
  const data = { message: 'This is a test event.' }
  const event = { id, type: 'webhook.test', created_at: new Date().toISOString(), partner_id: partner.partner_id, data }
  const status = await sendDelivery(listener, event)
  if (status === null) throw new Error(`${listener.url} did not respond.`)
  if (status < 200 || status > 299) throw new Error(`${listener.url} responded with status ${status}.`)
  return { id }
}
