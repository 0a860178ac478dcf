// Webhooks without a tunnel: follow the history, sign each event as the service would, and hand it to a program on this machine.

import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { signedWebhook } from '@freehold/sdk/testing'
import { type Command, text, whole } from '../command.ts'
import { followEvents, newestEventId } from '../follow.ts'
import { UsageError } from '../usage.ts'
import { TRIGGERS } from './triggers.ts'

const ATTEMPTS_MAX = 20
const BETWEEN_MS = 500

type Event = { id: string; type: string }

/** Hands it over until the receiver takes it: a receiver that is being restarted loses nothing. */
async function deliver(url: string, event: Event, secret: string, signal: AbortSignal): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const { body, headers } = await signedWebhook(event as never, secret)
    try {
      const answer = await fetch(url, { method: 'POST', body, headers, signal })
      await answer.arrayBuffer()
      if (answer.ok || attempt === ATTEMPTS_MAX) return answer.status
    } catch (error) {
      if (signal.aborted || attempt === ATTEMPTS_MAX) throw error
    }
    await wait(BETWEEN_MS, undefined, { signal })
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
    if (!url || !URL.canParse(url))
      throw new UsageError('--forward is the address of your receiver, such as http://localhost:4000/hooks')
    const secret = text(values, 'secret') ?? randomBytes(24).toString('base64url')
    const most = whole(text(values, 'count'), 'count') ?? Number.POSITIVE_INFINITY
    const freehold = partner()
    const after = text(values, 'after') ?? (await newestEventId(freehold))
    output.note(`Forwarding to ${url}. Your webhook secret for now: ${secret}`)
    let sent = 0
    for await (const event of followEvents(freehold, after, signal, output.note)) {
      const status = await deliver(url, event, secret, signal)
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
