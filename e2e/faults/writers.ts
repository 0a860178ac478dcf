// Those who buy while things break: every purchase is tried again under its own key until it is recorded, as the SDK would.
import { sign } from '../../packages/server/test/signer.ts'
import type { Credentials, Service } from '../process.ts'

export const PRICE_CENTS = 100_000
const TRIES_MAX = 1200
const ANSWER_SECONDS = 30

/** What the service acknowledged: the order of each name. */
export type Acknowledged = Map<string, string>

export type Writers = {
  acknowledged: Acknowledged
  /** Answers that no retry mends: there must be none. */
  refused: string[]
  /** How often a purchase met a dead, busy or ailing service. */
  retried: number
  /** The latest requests that the service acknowledged, as they were sent. */
  sent: Sent[]
}

export type Sent = { path: string; headers: Record<string, string>; body: string }
const SENT_MAX = 20

export const newWriters = (): Writers => ({ acknowledged: new Map(), refused: [], retried: 0, sent: [] })

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

export type Purchases = {
  /** The addresses of the processes that serve at the moment. */
  urls: () => string[]
  credentials: Credentials['partner']
  buyers?: number
  /** How often a buyer tries a purchase. */
  tries?: number
  /** What a buyer waits between two purchases. */
  pauseMs?: number
  /** What the buyers believe to be the time. */
  now?: () => Date
  /** True: nobody begins another purchase. */
  until?: () => boolean
  /** Told at once, so that a fault can strike between one answer and the next. */
  onAcknowledged?: () => void
}

export async function post(url: string, { credentials, now }: Purchases, domain: string) {
  const { key_id: keyId, secret } = credentials
  const path = '/api/partner/v1/orders'
  const body = JSON.stringify({
    domain,
    expected_price: PRICE_CENTS,
    currency: 'USD',
    external_payment_ref: `paid-${domain}`,
  })
  const { headers } = sign({ keyId, secret }, 'POST', path, {
    body,
    headers: { 'idempotency-key': `buy-${domain}` },
    ...(now ? { now: now() } : {}),
  })
  const signal = AbortSignal.timeout(ANSWER_SECONDS * 1000)
  const response = await fetch(url + path, { method: 'POST', headers, body, signal })
  const json = (await response.json()) as { public_id?: string; error?: { code: string; reason?: string } }
  const sent: Sent = { path, headers, body }
  return { status: response.status, retryAfter: response.headers.get('retry-after'), json, sent }
}

/**
 * Sends the latest acknowledged requests again, exactly as they were: each must be refused for its nonce. Returns the responses of
 * those that were not.
 */
export async function acceptedAgain({ sent }: Writers, urls: readonly string[]): Promise<string[]> {
  const accepted: string[] = []
  for (const [index, { path, headers, body }] of sent.splice(0).entries()) {
    const signal = AbortSignal.timeout(ANSWER_SECONDS * 1000)
    const response = await fetch(urls[index % urls.length] + path, { method: 'POST', headers, body, signal })
    const { error } = (await response.json()) as { error?: { code: string } }
    if (error?.code !== 'replay_detected') accepted.push(`${body}: ${response.status} ${error?.code}`)
  }
  return accepted
}

type PostResponse = Awaited<ReturnType<typeof post>>

/** Worth another try: nobody there, the connection was lost, or an answer that says so. */
const MENDS_ITSELF = new Set([429, 503])

function mendsItself(response: PostResponse | null, { now }: Purchases): boolean {
  if (response === null || MENDS_ITSELF.has(response.status)) return true
  const { code, reason } = response.json.error ?? {}
  // The first try may still be at work elsewhere, under the same key; or the clock jumped between signing and arriving.
  return reason === 'idempotency_in_progress' || (now !== undefined && code === 'invalid_timestamp')
}

async function buy(writers: Writers, purchases: Purchases, domain: string): Promise<void> {
  const { tries: triesMax = TRIES_MAX } = purchases
  for (let tries = 0; tries < triesMax; tries++) {
    const all = purchases.urls()
    const url = all[tries % all.length]
    const response = url === undefined ? null : await post(url, purchases, domain).catch(() => null)
    if (response?.status === 201) {
      writers.acknowledged.set(domain, String(response.json.public_id))
      writers.sent.push(response.sent)
      if (writers.sent.length > SENT_MAX) writers.sent.shift()
      purchases.onAcknowledged?.()
      return
    }
    if (!mendsItself(response, purchases)) {
      writers.refused.push(`${domain}: ${response?.status} ${JSON.stringify(response?.json)}`)
      return
    }
    writers.retried++
    await pause(100 + Math.random() * 200)
  }
  writers.refused.push(`${domain}: gave up after ${triesMax} tries`)
}

/** So many buyers at a time, until all names are bought. */
export async function buyAll(writers: Writers, domains: readonly string[], purchases: Purchases): Promise<void> {
  const left = [...domains]
  const buyer = async () => {
    for (let domain = left.pop(); domain !== undefined && !purchases.until?.(); domain = left.pop()) {
      await buy(writers, purchases, domain)
      if (purchases.pauseMs !== undefined) await pause(purchases.pauseMs)
    }
  }
  await Promise.all(Array.from({ length: purchases.buyers ?? 50 }, buyer))
}

/**
 * Starts to buy and comes back amid it, when some of the purchases have been acknowledged and others are under way: a fault
 * strikes there. A third of the names have a buyer at a time, so that some are not begun when the fault strikes: one commit
 * can acknowledge everything that was begun.
 */
export async function amidPurchases(
  writers: Writers,
  domains: readonly string[],
  purchases: Purchases,
): Promise<{ buying: Promise<void>; underWay: number }> {
  const before = writers.acknowledged.size
  const some = before + 1 + Math.floor((Math.random() * domains.length) / 2)
  let buying = Promise.resolve()
  const reached = new Promise<void>((resolve) => {
    const onAcknowledged = () => writers.acknowledged.size >= some && resolve()
    buying = buyAll(writers, domains, { buyers: Math.ceil(domains.length / 3), ...purchases, onAcknowledged })
  })
  // Should the buyers give up, their refusals tell why.
  await Promise.race([reached, buying])
  // Not always right after an answer: a little later other statements are at work.
  await pause(Math.random() * 10)
  return { buying, underWay: before + domains.length - writers.acknowledged.size }
}

/** Puts names on sale, by the import that operators use. */
export async function listNames(
  service: Service,
  domains: readonly string[],
  environment: 'sandbox' | 'live' = 'sandbox',
): Promise<void> {
  const response = await fetch(`${service.url}/api/operator/v1/listings/import?environment=${environment}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.credentials().operator.token}`,
      'content-type': 'application/x-ndjson',
    },
    body: domains.map((domain) => JSON.stringify({ domain, price_cents: PRICE_CENTS, currency: 'USD' })).join('\n'),
  })
  const report = (await response.json()) as { created?: number }
  if (report.created !== domains.length) throw new Error(`not all names were listed: ${JSON.stringify(report)}`)
}
