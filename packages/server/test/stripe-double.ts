// Stripe's API as far as we use it, on 127.0.0.1: intents with idempotency keys, cancelling, refunds, signed notices.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { closeWithFile } from './closing.ts'
import type { TestResponse, TestService } from './harness.ts'
import { createConnectDouble } from './stripe-connect-double.ts'

type Intent = {
  id: string
  amount: number
  currency: string
  status: string
  client_secret: string
  metadata: Record<string, string>
}
type Refund = { id: string; payment_intent: string; amount: number; key: string }

export const WEBHOOK_SECRET = 'whsec_of_the_tests'
/** Of the endpoint for events of sellers' accounts. */
export const CONNECT_SECRET = 'whsec_of_sellers'

export const STRIPE_WEBHOOK = '/api/payments/stripe/webhook'

export type SignedNotice = { body: string; signature: string }

/** Posts an event as Stripe does. */
export const postNotice = (service: TestService, { body, signature }: SignedNotice): Promise<TestResponse> =>
  service.send({
    method: 'POST',
    url: STRIPE_WEBHOOK,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    body,
  })

export async function startStripeDouble() {
  const intents = new Map<string, Intent>()
  const refunds: Refund[] = []
  const answers: { ref: string; isClosed: boolean; form: Record<string, string>; key: string }[] = []
  const responses = new Map<string, { status: number; body: unknown }>()
  const requests: { method: string; path: string; key: string | undefined }[] = []
  const connect = createConnectDouble()
  let failing = 0
  let dropping = 0
  let serial = 0

  function readMetadata(form: URLSearchParams): Record<string, string> {
    const pairs = [...form].flatMap(([name, value]) =>
      name.startsWith('metadata[') ? [[name.slice(9, -1), value] as const] : [],
    )
    return Object.fromEntries(pairs)
  }

  function handle(path: string, form: URLSearchParams, key: string | undefined): { status: number; body: unknown } {
    if (path === '/v1/payment_intents') {
      const id = `pi_${++serial}`
      const intent: Intent = {
        id,
        amount: Number(form.get('amount')),
        currency: form.get('currency')!,
        status: 'requires_payment_method',
        client_secret: `${id}_secret_x`,
        metadata: readMetadata(form),
      }
      intents.set(id, intent)
      return { status: 200, body: { object: 'payment_intent', ...intent } }
    }
    const cancel = /^\/v1\/payment_intents\/(\w+)\/cancel$/.exec(path)
    const intent = cancel && intents.get(cancel[1]!)
    if (intent && ['requires_payment_method', 'requires_action'].includes(intent.status)) {
      intent.status = 'canceled'
      return { status: 200, body: { object: 'payment_intent', ...intent } }
    }
    if (intent)
      return {
        status: 400,
        body: {
          error: {
            type: 'invalid_request_error',
            code: 'payment_intent_unexpected_state',
            message: 'no',
            payment_intent: intent,
          },
        },
      }
    const answered = /^\/v1\/disputes\/(\w+)(\/close)?$/.exec(path)
    if (answered) {
      answers.push({
        ref: answered[1]!,
        isClosed: answered[2] !== undefined,
        form: Object.fromEntries(form),
        key: key ?? '',
      })
      return {
        status: 200,
        body: { object: 'dispute', id: answered[1], status: answered[2] ? 'lost' : 'under_review' },
      }
    }
    if (path === '/v1/refunds') {
      const refund = {
        id: `re_${++serial}`,
        payment_intent: form.get('payment_intent')!,
        amount: Number(form.get('amount')),
        key: key ?? '',
      }
      refunds.push(refund)
      return { status: 200, body: { object: 'refund', status: 'succeeded', ...refund } }
    }
    return { status: 404, body: { error: { type: 'invalid_request_error', message: `no ${path}` } } }
  }

  const server = http.createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const key = request.headers['idempotency-key'] as string | undefined
      const path = request.url ?? ''
      requests.push({ method: request.method ?? '', path, key })
      reply.setHeader('content-type', 'application/json')
      if (failing > 0) {
        failing--
        reply.writeHead(500).end(JSON.stringify({ error: { type: 'api_error', message: 'down' } }))
        return
      }
      const form = new URLSearchParams(Buffer.concat(chunks).toString())
      const known = key ? responses.get(key) : undefined
      const response = known ?? connect.handle(request.method ?? '', path, form) ?? handle(path, form, key)
      if (key) responses.set(key, response)
      // Done, and the connection is lost before the response.
      if (dropping > 0) {
        dropping--
        request.socket.destroy()
        return
      }
      reply.writeHead(response.status).end(JSON.stringify(response.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  closeWithFile(async () => {
    server.close()
    server.closeAllConnections()
  })
  const signer = new Stripe('sk_test_x')

  return {
    base,
    intents,
    refunds,
    answers,
    requests,
    connect,
    fail: (times: number) => {
      failing = times
    },
    /** Requests are carried out, but their responses are lost. */
    drop: (times: number) => {
      dropping = times
    },
    /** Stripe forgets idempotency keys after a day. */
    forgetKeys: () => responses.clear(),
    env: {
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
      STRIPE_API_BASE: base,
    },
    /** For payouts through Stripe, with `env`. */
    connectEnv: { STRIPE_CONNECT: 'on', STRIPE_CONNECT_WEBHOOK_SECRET: CONNECT_SECRET },
    /** An event of a seller's account, signed. */
    signForAccount(type: string, account: string, object: object, timestamp: number, created = timestamp) {
      const event = { id: `evt_${++serial}`, object: 'event', type, created, account, data: { object } }
      const body = JSON.stringify(event)
      const signature = signer.webhooks.generateTestHeaderString({ payload: body, secret: CONNECT_SECRET, timestamp })
      return { body, signature }
    },
    /** Any event, signed. */
    sign(type: string, object: object, timestamp: number, created = timestamp) {
      const body = JSON.stringify({ id: `evt_${++serial}`, object: 'event', type, created, data: { object } })
      const signature = signer.webhooks.generateTestHeaderString({ payload: body, secret: WEBHOOK_SECRET, timestamp })
      return { body, signature }
    },
    /** The body of a notice about an intent, and its signature. `created`: when Stripe wrote it first, in Unix seconds. */
    notice(
      type: string,
      intentId: string,
      options: { secret?: string; timestamp?: number; code?: string; created?: number } = {},
    ) {
      const intent = intents.get(intentId)
      const paid = type === 'payment_intent.succeeded'
      if (intent && paid) intent.status = 'succeeded'
      if (intent && type === 'payment_intent.requires_action') intent.status = 'requires_action'
      const object = {
        object: 'payment_intent',
        ...intent,
        amount_received: paid ? intent?.amount : 0,
        last_payment_error: options.code ? { code: options.code } : null,
      }
      const created = options.created ?? options.timestamp
      const body = JSON.stringify({ id: `evt_${++serial}`, object: 'event', type, created, data: { object } })
      const signature = signer.webhooks.generateTestHeaderString({
        payload: body,
        secret: options.secret ?? WEBHOOK_SECRET,
        ...(options.timestamp === undefined ? {} : { timestamp: options.timestamp }),
      })
      return { body, signature }
    },
  }
}
