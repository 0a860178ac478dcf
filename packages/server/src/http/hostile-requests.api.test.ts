// Whatever is sent to whatever operation, the service answers in its own words and its books stay right. The requests are made
// of good samples by chance that can be repeated: HOSTILE_CASES, HOSTILE_SEED, and HOSTILE_ONLY for a single case.
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestResponse, type TestService } from '../../test/harness.ts'
import { judge, succeeded } from '../../test/hostile/judge.ts'
import { OPERATIONS, type Operation, ROUND } from '../../test/hostile/operations.ts'
import { createRandom } from '../../test/hostile/random.ts'
import { buildCase, formatCurl } from '../../test/hostile/requests.ts'
import { openShelf, type Shelf } from '../../test/hostile/sample-shelf.ts'
import { injector, needsSocket, type Send, socketSender } from '../../test/hostile/senders.ts'
import type { StripeDouble } from '../../test/hostile/stage.ts'
import { startStripeDouble } from '../../test/stripe-double.ts'
import { sql } from '../db/sql.ts'
import { openApiDocument } from '../document.ts'

const CASES = Number(process.env.HOSTILE_CASES ?? 300)
const SEED = Number(process.env.HOSTILE_SEED ?? 20_260)
const ONLY = process.env.HOSTILE_ONLY === undefined ? undefined : Number(process.env.HOSTILE_ONLY)
const SOCKET_SHARE = 0.05
const SLOW_SECONDS = 10

let service: TestService
let stripe: StripeDouble
let senders: { inject: Send; socket: Send }
let shelf: Shelf

beforeAll(async () => {
  stripe = await startStripeDouble()
  const text = fileURLToPath(new URL('../../../../README.md', import.meta.url))
  const texts = { TERMS_FILE: text, PRIVACY_FILE: text }
  service = await startTestService({ ...stripe.env, ...texts })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as AddressInfo
  senders = { inject: injector(service), socket: socketSender(port) }
  shelf = await openShelf(service, stripe)
})

type Finding = { what: string; repeat: string; operation: string; changes: string; curl: string }
const seen = { statuses: new Map<number, number>(), reached: new Set<string>() }

const OTHER_AMOUNT = /"request_id":"(req_\w+)".*has a different amount|has a different amount.*"request_id":"(req_\w+)"/

/** Money that differs from what was asked for, and Stripe's word for it: that is to be loud, and to come again. */
function isOtherAmount({ door }: Operation, { status, headers }: TestResponse): boolean {
  if (door !== 'stripe' || status !== 500) return false
  return service.logged.some((line) =>
    OTHER_AMOUNT.exec(line)
      ?.slice(1)
      .includes(headers['x-request-id'] ?? ''),
  )
}

/** Without a number the sample is sent as it is. */
async function run(operation: Operation, number?: number): Promise<Finding | null> {
  const random = number === undefined ? undefined : createRandom(SEED, number)
  const made = buildCase(operation, await shelf.getSample(operation), shelf.stage(), random)
  const overSocket = needsSocket(made.wire) || random?.chance(SOCKET_SHARE)
  const report = (what: string): Finding => ({
    what,
    repeat: `HOSTILE_SEED=${SEED} HOSTILE_ONLY=${number}`,
    operation: operation.id,
    changes: made.changes.join(', '),
    curl: formatCurl(made.wire),
  })
  const started = performance.now()
  try {
    const response = await (overSocket ? senders.socket : senders.inject)(made.wire)
    const seconds = (performance.now() - started) / 1000
    seen.statuses.set(response.status, (seen.statuses.get(response.status) ?? 0) + 1)
    if (succeeded(response)) seen.reached.add(operation.id)
    await shelf.tidyUp(operation, made.wire.method, response.status)
    if (isOtherAmount(operation, response)) return null
    const fault = judge(made, response) ?? (seconds > SLOW_SECONDS ? `took ${seconds} s` : null)
    return fault === null ? null : report(fault)
  } catch (error) {
    return report(`no answer: ${String(error)}`)
  }
}

async function runGood(operations: readonly Operation[]): Promise<Finding[]> {
  const findings: (Finding | null)[] = []
  for (const operation of operations) findings.push(await run(operation))
  return findings.filter((finding) => finding !== null)
}

const FINDINGS_MAX = 20

async function runAll(numbers: Iterable<number>): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const number of numbers) {
    const finding = await run(ROUND[number % ROUND.length]!, number)
    if (finding) findings.push(finding)
    if (findings.length >= FINDINGS_MAX) break
  }
  return findings
}

describe('hostile requests', () => {
  it('are made for every operation of the OpenAPI document', () => {
    const paths = openApiDocument('0').paths as Record<string, object>
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const made = OPERATIONS.filter((one) => one.described).map(({ method, template }) => `${method} ${template}`)
    expect([...new Set(made)].sort()).toEqual(described.sort())
  })

  it('begin with good ones, of every operation, and each succeeds', async () => {
    expect(await runGood(OPERATIONS)).toEqual([])
    expect(OPERATIONS.filter(({ id, refused }) => refused === undefined && !seen.reached.has(id))).toEqual([])
  })

  it('are answered with 500 when Stripe tells of another amount, and with nothing else', async () => {
    const operation = OPERATIONS.find(({ door }) => door === 'stripe')!
    const { body } = (await operation.sample(shelf.stage())) as {
      body: { data: { object: { amount_received: number } } }
    }
    const tell = () => senders.inject(buildCase(operation, { body }, shelf.stage()).wire)
    body.data.object.amount_received += 1
    const loud = await tell()
    expect([loud.status, isOtherAmount(operation, loud)]).toEqual([500, true])
    body.data.object.amount_received -= 1
    const quiet = await tell()
    expect([quiet.status, isOtherAmount(operation, quiet)]).toEqual([200, false])
  })

  it('never break the service, whatever they hold', { timeout: 3_600_000 }, async () => {
    expect(await runAll(ONLY === undefined ? Array(CASES).keys() : [ONLY])).toEqual([])
    const statuses = Object.fromEntries([...seen.statuses].sort(([a], [b]) => a - b))
    if (process.env.HOSTILE_CASES)
      console.log({
        statuses,
        succeeded: seen.reached.size,
        operations: OPERATIONS.length,
        refused: OPERATIONS.filter(({ refused }) => refused).length,
      })
    expect(service.logged.filter((line) => line.includes('"level":50') && !OTHER_AMOUNT.test(line))).toEqual([])
  })

  it('leave the callers what they were: reads, consent and the password behind the door', async () => {
    const writes = ['POST /oauth/authorize', 'account.password']
    const reads = OPERATIONS.filter(({ method }) => method === 'GET')
    expect(await runGood([...reads, ...OPERATIONS.filter(({ id }) => writes.includes(id))])).toEqual([])
  })

  it('leave the books right, and every order with its history', async () => {
    expect((await service.operator('GET', '/ledger/check')).json.findings).toEqual([])
    const silent = await service.db.many(sql`
      select id from orders o
      where not exists (select 1 from events e where e.partner_id = o.partner_id and e.data -> 'order' ->> 'public_id' = o.id)`)
    expect(silent).toEqual([])
  })
})
