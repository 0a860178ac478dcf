// Buyers at hosted checkouts while things break, so that receipts and credit notes are numbered meanwhile; and what the numbers must be.
import { type Db, sql } from '../../packages/server/src/db/sql.ts'
import { sign } from '../../packages/server/test/signer.ts'
import type { Credentials } from '../process.ts'

export const CHECKOUTS_AT_A_TIME = 32
const V1 = '/api/partner/v1'
const TRIES_MAX = 1200
const RESPONSE_SECONDS = 30
/** Every third order is refunded right after it was paid. */
const REFUNDED_EVERY = 3

export type Checkouts = {
  /** The URLs of the processes that serve at the moment. */
  urls: () => string[]
  credentials: Pick<Credentials, 'partner' | 'operator'>
}

/** What the service confirmed: orders that were paid, and those that were refunded. */
export type Confirmed = { paid: Set<string>; refunded: Set<string>; retried: number }
export const newConfirmed = (): Confirmed => ({ paid: new Set(), refunded: new Set(), retried: 0 })

type Sent = { method: 'GET' | 'POST'; path: string; body?: object }
// biome-ignore lint/suspicious/noExplicitAny: tests read responses freely
type Reply = { status: number; json: any }

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Sends until a process responds with something that another try would not change. */
async function persist(
  { urls }: Checkouts,
  confirmed: Confirmed,
  { method, path, body }: Sent,
  head: (body?: string) => Record<string, string>,
): Promise<Reply> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const all = urls()
    const url = all[tries % all.length]
    const text = body === undefined ? undefined : JSON.stringify(body)
    const signal = AbortSignal.timeout(RESPONSE_SECONDS * 1000)
    const init = { method, headers: head(text), signal, ...(text === undefined ? {} : { body: text }) }
    const response = url === undefined ? null : await fetch(url + path, init).catch(() => null)
    const json = await response?.json().catch(() => null)
    if (response && json && response.status < 500 && response.status !== 429) return { status: response.status, json }
    confirmed.retried++
    await pause(100 + Math.random() * 200)
  }
  throw new Error(`${method} ${path}: gave up after ${TRIES_MAX} tries`)
}

async function buy(checkouts: Checkouts, confirmed: Confirmed, domain: string, isRefunded: boolean): Promise<void> {
  const { partner, operator } = checkouts.credentials
  const credential = { keyId: partner.key_id, secret: partner.secret }
  const asPartner = (sent: Sent) =>
    persist(checkouts, confirmed, sent, (body) => sign(credential, sent.method, sent.path, { body }).headers)
  const asOperator = (sent: Sent) =>
    persist(checkouts, confirmed, sent, () => ({
      authorization: `Bearer ${operator.token}`,
      'content-type': 'application/json',
    }))
  const returns = { return_url: 'https://shop.example/paid', cancel_url: 'https://shop.example/back' }
  const opened = await asPartner({ method: 'POST', path: `${V1}/checkout-session`, body: { domain, ...returns } })
  const { session_id: id } = opened.json
  // 409: the payment was made by a try whose response was lost.
  await asPartner({ method: 'POST', path: `${V1}/sandbox/checkout-session/${id}/pay`, body: {} })
  const { json } = await asPartner({ method: 'GET', path: `${V1}/checkout-session/${id}` })
  const order = json.order_public_id
  if (typeof order !== 'string') throw new Error(`${domain} was not paid: ${JSON.stringify(json)}`)
  confirmed.paid.add(order)
  if (!isRefunded) return
  await asOperator({ method: 'POST', path: `/api/operator/v1/orders/${order}/refund`, body: {} })
  confirmed.refunded.add(order)
}

/** All of these domains, 32 at a time. */
export async function checkOutAll(
  checkouts: Checkouts,
  confirmed: Confirmed,
  domains: readonly string[],
): Promise<void> {
  const left = [...domains.entries()]
  const buyer = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop())
      await buy(checkouts, confirmed, next[1], next[0] % REFUNDED_EVERY === 0)
  }
  await Promise.all(Array.from({ length: CHECKOUTS_AT_A_TIME }, buyer))
}

type Series = { environment: string; scope: string; series: string; year: number; numbers: number[] }
type Issued = { kind: string; orderId: string; grossCents: number; bookedCents: number }

/** Every broken promise about documents, as a sentence: counted by hand, without the counters or the ledger check. */
export async function brokenNumbers(db: Db, { paid, refunded }: Confirmed): Promise<string[]> {
  const broken: string[] = []
  const series = await db.many<Series>(sql`
    select environment, scope, series, year, json_agg(number order by number) as numbers
    from documents group by environment, scope, series, year`)
  for (const { environment, scope, series: name, year, numbers } of series)
    for (const [at, number] of numbers.entries())
      if (number !== at + 1) {
        broken.push(`${environment} ${scope} ${name} ${year}: ${number} has place ${at + 1}`)
        break
      }
  const issued = await db.many<Issued>(sql`
    select d.kind, d.order_id, d.gross_cents,
           (select coalesce(sum(e.amount_cents), 0)::bigint from ledger_entries e
            where e.journal = d.journal and e.account = case d.kind when 'credit_note' then 'buyer_refund_payable' else 'cash' end
           ) as booked_cents
    from documents d where d.order_id is not null`)
  for (const { kind, orderId, grossCents, bookedCents } of issued)
    if (grossCents !== Math.abs(bookedCents))
      broken.push(`${kind} of ${orderId} says ${grossCents}, the ledger ${bookedCents}`)
  const count = (orderId: string, isCredit: boolean) =>
    issued.filter((one) => one.orderId === orderId && (one.kind === 'credit_note') === isCredit).length
  for (const orderId of paid)
    if (count(orderId, false) !== 1) broken.push(`${orderId} has ${count(orderId, false)} receipts`)
  for (const orderId of refunded)
    if (count(orderId, true) !== 1) broken.push(`${orderId} has ${count(orderId, true)} credit notes`)
  return broken
}
