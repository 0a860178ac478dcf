// Receives webhooks: verifies the raw bytes, stores the event, responds, then processes it. Start: `node receiver.js --register`
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Freehold, verifyWebhook, WebhookVerificationError } from '@freehold/sdk'
import { openInbox } from './inbox.js'
import { readSettings } from './settings.js'
import { work } from './work.js'

const { WEBHOOK_SECRET, WEBHOOK_SECRET_PREVIOUS, INBOX = 'inbox.jsonl', PORT = '4002' } = process.env
const { WEBHOOK_URL = `http://127.0.0.1:${PORT}/` } = process.env
const BODY_BYTES_MAX = 1_048_576
const AGAIN_MS = 5_000

if (!WEBHOOK_SECRET) {
  console.error('Set WEBHOOK_SECRET to at least 16 characters, for example: openssl rand -hex 32')
  process.exit(1)
}
/** Both secrets during a rotation. */
const secrets = WEBHOOK_SECRET_PREVIOUS ? [WEBHOOK_SECRET, WEBHOOK_SECRET_PREVIOUS] : [WEBHOOK_SECRET]

/** @typedef {import('@freehold/sdk').WebhookEvent} WebhookEvent */

const inbox = await openInbox(INBOX)
const stopping = new AbortController()

/** Events are processed one at a time, in the order of arrival. @type {Promise<void>} */
let working = Promise.resolve()

/** @param {WebhookEvent} event */
function workLater(event) {
  working = working.then(async () => {
    // Events that are left stay in the inbox and are processed at the next start.
    if (stopping.signal.aborted) return
    try {
      await work(event)
      await inbox.finish(event.id)
    } catch (error) {
      console.error(`Processing ${event.id} failed and will be retried:`, error)
      wait(AGAIN_MS, undefined, { signal: stopping.signal }).then(
        () => workLater(event),
        () => {},
      )
    }
  })
}

/** @param {import('node:http').IncomingMessage} request @returns {Promise<[status: number, message?: string]>} */
async function receive(request) {
  if (request.method !== 'POST') return [405]
  const chunks = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX) return [413]
    chunks.push(chunk)
  }
  // Verify the raw bytes: JSON that was parsed and written again does not match the signature.
  const event = await verifyWebhook(Buffer.concat(chunks), request.headers, secrets)
  if (await inbox.take(event)) workLater(event)
  return [204]
}

/** The service retries after any status other than 2xx. @param {unknown} error @returns {[status: number, message: string]} */
function refuse(error) {
  if (error instanceof WebhookVerificationError) {
    console.error(`rejected: ${error.code}`)
    return [400, error.code]
  }
  console.error(error)
  return [500, 'not stored']
}

const server = createServer((request, response) => {
  void receive(request)
    .catch(refuse)
    .then(([status, message]) => response.writeHead(status).end(message))
})

server.once('error', giveUp)
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`listening on ${PORT}`)
  for (const event of inbox.waiting) workLater(event)
  if (process.argv.includes('--register')) register().catch(giveUp)
})

/** Safe to repeat: registering again also retries pending deliveries immediately. */
async function register() {
  const freehold = new Freehold(readSettings())
  await freehold.webhooks.register({ url: WEBHOOK_URL, secret: String(WEBHOOK_SECRET) })
  await freehold.webhooks.test()
  console.log(`registered ${WEBHOOK_URL}`)
}

/** @param {Error} error */
function giveUp(error) {
  console.error(`Cannot start: ${error.message}`)
  process.exit(1)
}

async function stop() {
  stopping.abort()
  server.close()
  await working
  await inbox.close()
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop())
