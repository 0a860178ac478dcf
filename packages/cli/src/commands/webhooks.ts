// Webhooks without a tunnel: follows the event history, signs each event as the service would, and sends it to a local receiver.
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Command, parseChoice, text, whole } from '../command.ts'
import { followEvents, newestEventId } from '../follow.ts'
import { UsageError } from '../usage.ts'
import { announceListener, sendDelivery } from './listener.ts'
import { TRIGGERS } from './triggers.ts'

const REFUSALS_MAX = 20
const BETWEEN_MS = 500

type Event = { id: string; type: string }

type Receiver = { url: string; secret: string; signal: AbortSignal; note: (text: string) => void }

/** Retries until the receiver accepts the event. Waits for a receiver that is not running; gives up after 20 refusals. */
async function deliver(receiver: Receiver, event: Event): Promise<number> {
  let refusals = 0
  let isUnavailable = false
  for (let attempt = 1; ; attempt++) {
    const status = await sendDelivery(receiver, event, attempt)
    if (status !== null && status >= 200 && status < 300) return status
    if (status !== null && ++refusals === REFUSALS_MAX) return status
    if (status === null && !isUnavailable) receiver.note(`${receiver.url} does not respond. Retrying …`)
    isUnavailable = status === null
    await wait(BETWEEN_MS, undefined, { signal: receiver.signal })
  }
}

export const listen: Command = {
  name: 'webhooks listen',
  summary: 'Forward new events to a local receiver, signed, without a tunnel.',
  usage: '--forward http://localhost:4000/hooks [--secret SECRET] [--after EVENT-ID] [--count N]',
  options: {
    forward: { type: 'string', value: 'URL', help: 'The URL of your receiver. Required.' },
    secret: { type: 'string', value: 'SECRET', help: 'The signing secret. Default: a random one, which is printed.' },
    after: { type: 'string', value: 'EVENT-ID', help: 'Start after this event. Default: only new events.' },
    count: { type: 'string', value: 'N', help: 'Stop after N events.' },
  },
  async run({ values, partner, output, signal, env }) {
    const url = text(values, 'forward')
    // `localhost:4000` parses as a URL with the scheme "localhost".
    if (!url || !/^https?:\/\//.test(url) || !URL.canParse(url))
      throw new UsageError('--forward must be the URL of your receiver, such as http://localhost:4000/hooks.')
    const secret = text(values, 'secret') ?? randomBytes(24).toString('base64url')
    const most = whole(text(values, 'count'), 'count') ?? Number.POSITIVE_INFINITY
    const freehold = partner()
    const after = text(values, 'after') ?? (await newestEventId(freehold))
    const stop = announceListener(env, url, secret)
    output.note(`Forwarding to ${url}. Signing secret: ${secret}`)
    try {
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
    } finally {
      stop()
    }
  },
}

const healthText = ({ succeeded, failed }: { succeeded: number; failed: number }): string =>
  succeeded + failed === 0 ? 'no deliveries' : `${succeeded} of ${succeeded + failed} delivered`

export const endpoints: Command = {
  name: 'webhooks endpoints',
  summary: 'List your webhook endpoints and how deliveries to them go.',
  usage: '',
  async run({ partner, output }) {
    const found = await partner().webhooks.endpoints.list()
    output.show(found, () =>
      output.table(
        found.endpoints,
        [
          ['ENDPOINT', (row) => row.endpoint_id],
          ['URL', (row) => row.url],
          ['STATUS', (row) => (!row.active ? 'disabled' : row.failing_since ? 'failing' : 'active')],
          ['RECENT', (row) => healthText(row.health)],
          ['EVENTS', (row) => row.event_types.length, 'end'],
        ],
        'No webhook endpoints yet.',
      ),
    )
  },
}

const TYPES = Object.keys(TRIGGERS)

export const trigger: Command = {
  name: 'webhooks trigger',
  summary: 'Cause an event in the sandbox.',
  usage: `EVENT (${TYPES.join(', ')})`,
  takes: [1, 1],
  async run({ args: [type = ''], partner, output, env }) {
    const make = TRIGGERS[parseChoice(TYPES, type, 'event')]
    const freehold = partner()
    const { environment } = await freehold.me.get()
    if (environment !== 'sandbox')
      throw new UsageError('Events can be triggered with a sandbox API key only. Run: freehold login')
    const made = await make?.(freehold, env)
    output.show(made, () => output.line(`${type}: ${made?.id}`))
  },
}
