// Whatever is sent to whatever operation, the service answers in its own words and its books stay right. The requests are made
// of good samples by chance that can be repeated: HOSTILE_CASES, HOSTILE_SEED, and HOSTILE_ONLY for a single case.
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { databaseKind, startTestService, type TestService } from '../../test/harness.ts'
import { judge } from '../../test/hostile/judge.ts'
import { OPERATIONS, type Operation, ROUND } from '../../test/hostile/operations.ts'
import { randomOf } from '../../test/hostile/random.ts'
import { type Case, caseOf, curlOf, type Sample } from '../../test/hostile/requests.ts'
import { injector, needsSocket, type Send, socketSender } from '../../test/hostile/senders.ts'
import { type Stage, setStage } from '../../test/hostile/stage.ts'
import { openApiDocument } from '../app.ts'
import { sql } from '../db/sql.ts'

const CASES = Number(process.env.HOSTILE_CASES ?? (databaseKind === 'postgres' ? 2000 : 1000))
const SEED = Number(process.env.HOSTILE_SEED ?? 20_260)
const ONLY = process.env.HOSTILE_ONLY === undefined ? undefined : Number(process.env.HOSTILE_ONLY)
const SOCKET_SHARE = 0.05
const SLOW_SECONDS = 10
/** After a success the partner lives years ahead, where none of its older records lasts. */
const SPOILS_THE_STAGE = /^sandbox\.clock\.advance/

let service: TestService
let senders: { inject: Send; socket: Send }
let stage: Stage
const samples = new Map<string, Sample>()

beforeAll(async () => {
  service = await startTestService()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as AddressInfo
  senders = { inject: injector(service), socket: socketSender(port) }
  stage = await setStage(service)
})

/** One sample serves all doors of a route. */
const keyOf = ({ id, route }: Operation): string => route?.id ?? id

async function sampleOf(operation: Operation): Promise<Sample> {
  const known = samples.get(keyOf(operation)) ?? (await operation.sample(stage))
  samples.set(keyOf(operation), known)
  return known
}

/** What a write uses up is made anew; what it may have spoiled for all, too. */
async function tidyUp({ operation, wire }: Case, status: number): Promise<void> {
  if (status >= 400 || wire.method === 'GET' || wire.method === 'HEAD') return
  samples.delete(keyOf(operation))
  if (!SPOILS_THE_STAGE.test(operation.id)) return
  samples.clear()
  stage = await setStage(service)
}

type Finding = { what: string; repeat: string; operation: string; changes: string; curl: string }
const seen = { statuses: new Map<number, number>(), reached: new Set<string>() }

/** Without a number the sample is sent as it is. */
async function run(operation: Operation, number?: number): Promise<Finding | null> {
  const random = number === undefined ? undefined : randomOf(SEED, number)
  const made = caseOf(operation, await sampleOf(operation), stage, random)
  const overSocket = needsSocket(made.wire) || random?.chance(SOCKET_SHARE)
  const report = (what: string): Finding => ({
    what,
    repeat: `HOSTILE_SEED=${SEED} HOSTILE_ONLY=${number}`,
    operation: operation.id,
    changes: made.changes.join(', '),
    curl: curlOf(made.wire),
  })
  const started = performance.now()
  try {
    const answer = await (overSocket ? senders.socket : senders.inject)(made.wire)
    const seconds = (performance.now() - started) / 1000
    seen.statuses.set(answer.status, (seen.statuses.get(answer.status) ?? 0) + 1)
    if (answer.status < 400) seen.reached.add(operation.id)
    await tidyUp(made, answer.status)
    const fault = judge(made, answer) ?? (seconds > SLOW_SECONDS ? `took ${seconds} s` : null)
    return fault === null ? null : report(fault)
  } catch (error) {
    return report(`no answer: ${String(error)}`)
  }
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
    expect(made.sort()).toEqual(described.sort())
  })

  it('begin with good ones; those of the APIs themselves are in the matrix of routes', async () => {
    const findings: (Finding | null)[] = []
    for (const operation of OPERATIONS.filter((one) => !one.route || !one.described))
      findings.push(await run(operation))
    expect(findings.filter((finding) => finding !== null)).toEqual([])
  })

  it('never break the service, whatever they hold', { timeout: 3_600_000 }, async () => {
    expect(await runAll(ONLY === undefined ? Array(CASES).keys() : [ONLY])).toEqual([])
    const statuses = Object.fromEntries([...seen.statuses].sort(([a], [b]) => a - b))
    if (process.env.HOSTILE_CASES)
      console.log({ statuses, succeeded: seen.reached.size, operations: OPERATIONS.length })
    expect(service.logged.filter((line) => line.includes('"level":50'))).toEqual([])
  })

  it('leave the books right, and every order with its history', async () => {
    expect((await service.operator('GET', '/ledger/check')).json.findings).toEqual([])
    const silent = await service.db.many(sql`
      select id from orders o
      where not exists (select 1 from events e where e.partner_id = o.partner_id and e.data -> 'order' ->> 'public_id' = o.id)`)
    expect(silent).toEqual([])
  })
})
