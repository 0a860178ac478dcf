// Webhooks without a tunnel: follow the history, sign each event as the service would, and hand it to a program on this machine.

import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { signedWebhook } from '@freehold/sdk/testing'
import { type Command, text, whole } from '../command.ts'
import { followEvents, newestEventId } from '../follow.ts'
import { UsageError } from '../usage.ts'
import { TRIGGERS } from './triggers.ts'

const REFUSALS_MAX = 20
const BETWEEN_MS = 500
/** As the service waits for an answer. */
const ANSWER_MS = 5000

type Event = { id: string; type: string }

type Receiver = { url: string; secret: string; signal: AbortSignal; note: (text: string) => void }

/** The status of the answer; null when there is none. */
async function attemptOnce({ url, secret, signal }: Receiver, event: Event, attempt: number): Promise<number | null> {
  const { body, headers } = await signedWebhook(event as never, secret, { attempt })
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)])
  try {
    const answer = await fetch(url, { method: 'POST', body, headers, signal: inTime, redirect: 'manual' })
    await answer.arrayBuffer()
    return answer.status
  } catch (error) {
    if (signal.aborted) throw error
    return null
  }
}

/** Hands it over until the receiver takes it. One that is away is waited for; what it refuses again and again is left to it. */
async function deliver(receiver: Receiver, event: Event): Promise<number> {
  let refusals = 0
  let isAway = false
  for (let attempt = 1; ; attempt++) {
    const status = await attemptOnce(receiver, event, attempt)
    if (status !== null && status >= 200 && status < 300) return status
    if (status !== null && ++refusals === REFUSALS_MAX) return status
    if (status === null && !isAway) receiver.note(`${receiver.url} does not answer; trying again …`)
    isAway = status === null
    await wait(BETWEEN_MS, undefined, { signal: receiver.signal })
  }
}

export const listen: Command = {
  name: 'webhooks listen',
  summary: 'Forward every new event to a program on this machine, signed. No tunnel.',
  usage: '--forward http://localhost:4000/hooks [--secret SECRET] [--after EVENT-ID] [--count N]',
  options: {
    forward: { type: 'string' },
    secret: { type: 'string' },
    after: { type: 'string' },
    count: { type: 'string' },
  },
  async run({ values, partner, output, signal }) {
    const url = text(values, 'forward')
    // `localhost:4000` is an address too, of the scheme "localhost".
    if (!url || !/^https?:\/\//.test(url) || !URL.canParse(url))
      throw new UsageError('--forward is the address of your receiver, such as http://localhost:4000/hooks')
    const secret = text(values, 'secret') ?? randomBytes(24).toString('base64url')
    const most = whole(text(values, 'count'), 'count') ?? Number.POSITIVE_INFINITY
    const freehold = partner()
    const after = text(values, 'after') ?? (await newestEventId(freehold))
    output.note(`Forwarding to ${url}. Your webhook secret for now: ${secret}`)
    let sent = 0
    for await (const event of followEvents(freehold, after, signal, output.note)) {
      const status = await deliver({ url, secret, signal, note: output.note }, event)
      output.line(
        output.isJson
          ? JSON.stringify({ id: event.id, type: event.type, status })
          : `${status}  ${event.type}  ${event.id}`,
      )
      if (++sent >= most) return
    }
  },
}

export const trigger: Command = {
  name: 'webhooks trigger',
  summary: 'Make an event happen in the sandbox.',
  usage: `EVENT (${Object.keys(TRIGGERS).join(', ')})`,
  takes: [1, 1],
  async run({ args: [type = ''], partner, output }) {
    const make = Object.hasOwn(TRIGGERS, type) ? TRIGGERS[type] : undefined
    if (!make) throw new UsageError(`there is no way to trigger "${type}"; try ${Object.keys(TRIGGERS).join(', ')}`)
    const made = await make(partner())
    output.show(made, () => output.line(`${type}: ${made.id}`))
  },
}
