// No request costs the service much more processor time than a plain one, whatever text it holds. Every text that an operation
// reads is sent as long as the service accepts it, in forms that slow code is slow on. ABUSE_ALL=1 sends every form to every
// operation, ABUSE_SEED chooses other operations and forms for the short run.
import { beforeAll, describe, expect, it } from 'vitest'
import { databaseKind, startTestService, type TestService } from '../../test/harness.ts'
import { type CpuCase, formCases, headerCases, manyCases } from '../../test/hostile/cpu-cases.ts'
import { FORMS } from '../../test/hostile/cpu-forms.ts'
import { OPERATIONS, type Operation } from '../../test/hostile/operations.ts'
import { gatherMaterial, toWire } from '../../test/hostile/requests.ts'
import { openShelf, type Shelf } from '../../test/hostile/sample-shelf.ts'
import { injector, type Send } from '../../test/hostile/senders.ts'
import { startStripeDouble } from '../../test/stripe-double.ts'

const ALL = process.env.ABUSE_ALL === '1'
const SEED = Number(process.env.ABUSE_SEED ?? 0)
/** A hostile request against a plain one. */
const RATIO_MAX = 20
/** Garbage collection and compilation hit any request; a request that is slow by itself is slow every time. */
const TRIES = 5
/** How many operations the plain request is taken from. */
const PLAIN_SAMPLES = 40

let service: TestService
let send: Send
let shelf: Shelf

type Measured = { status: number; milliseconds: number }

/** The processor time of the whole process while one request is answered: signing it is not in it, the database is. */
async function measure(operation: Operation, change?: CpuCase): Promise<Measured> {
  const sample = await shelf.getSample(operation)
  const material = gatherMaterial(operation, sample)
  change?.apply(material)
  const wire = toWire(operation, material.draft, shelf.stage(), sample.caller)
  const before = process.cpuUsage()
  const { status } = await send(wire)
  const { user, system } = process.cpuUsage(before)
  await shelf.tidyUp(operation, wire.method, status)
  return { status, milliseconds: (user + system) / 1000 }
}

/** The median of plain requests: one of them alone may be too quick to be measured. */
let medianMs = 0
const plain = new Map<string, number>()

/** The good sample of the operation itself, which may do more work than most. */
async function ownPlainMs(operation: Operation): Promise<number> {
  const known = plain.get(operation.id) ?? (await measure(operation)).milliseconds
  plain.set(operation.id, known)
  return known
}

type Finding = { operation: string; what: string; status: number; milliseconds: number; ratio: number }
const worst: Finding[] = []

async function judge(operation: Operation, change: CpuCase): Promise<Finding | null> {
  let best = await measure(operation, change)
  let plainMs = medianMs
  for (let tries = 1; tries < TRIES && best.milliseconds > RATIO_MAX * plainMs; tries += 1) {
    plainMs = Math.max(plainMs, await ownPlainMs(operation))
    const measured = await measure(operation, change)
    if (measured.milliseconds < best.milliseconds) best = measured
  }
  // The report is about texts, not about operations that do more work than most.
  if (ALL && best.milliseconds > 3 * plainMs) plainMs = Math.max(plainMs, await ownPlainMs(operation))
  const ratio = best.milliseconds / plainMs
  const finding = { operation: operation.id, what: change.name, ...best, ratio }
  worst.push(finding)
  worst.sort((a, b) => b.ratio - a.ratio)
  worst.splice(25)
  return ratio > RATIO_MAX || best.status === 500 ? finding : null
}

/** The same handlers behind another door, or with another key. */
const isSecondDoor = ({ id }: Operation): boolean => / in live$| at \//.test(id)
/** The short run takes every fourth operation. */
const EVERY = 4
const operations = ALL
  ? OPERATIONS
  : OPERATIONS.filter((operation) => !isSecondDoor(operation)).filter((_, at) => at % EVERY === SEED % EVERY)

const rotated = <Item>(items: readonly Item[], by: number, count: number): Item[] =>
  Array.from({ length: Math.min(count, items.length) }, (_, at) => items[(by + at) % items.length]!)

async function buildCases(operation: Operation, number: number): Promise<CpuCase[]> {
  const material = gatherMaterial(operation, await shelf.getSample(operation))
  const turn = number * 5 + SEED * 7
  const form = (by: number) => FORMS[(turn + by) % FORMS.length]!
  const many = manyCases(operation, material)
  if (ALL && !isSecondDoor(operation))
    return [...FORMS.flatMap((one) => formCases(operation, material, one)), ...headerCases(form(0)), ...many]
  // One case each: what is long, its form and its length go round from operation to operation.
  const places = [...new Set(formCases(operation, material, form(0)).map(({ place }) => place))]
  const place = places[turn % places.length]
  const fields = formCases(operation, material, form(0)).filter((one) => one.place === place)
  const kinds = [fields, headerCases(form(1)), many].filter((cases) => cases.length > 0)
  return rotated(kinds[(number + SEED) % kinds.length]!, turn, 1)
}

// The embedded database runs in this process, so that its work counts too; a server's would not.
describe.runIf(databaseKind === 'embedded')('the processor time of a request', () => {
  beforeAll(async () => {
    const stripe = await startStripeDouble()
    service = await startTestService(stripe.env)
    send = injector(service)
    shelf = await openShelf(service, stripe)
  })

  it('is known for plain requests', { timeout: 600_000 }, async () => {
    const every = Math.ceil(operations.length / PLAIN_SAMPLES)
    const taken: number[] = []
    for (const operation of operations.filter((_, at) => at % every === 0)) {
      await measure(operation)
      taken.push((await measure(operation)).milliseconds)
    }
    medianMs = taken.sort((a, b) => a - b)[taken.length >> 1]!
    expect(medianMs).toBeGreaterThan(0)
  })

  it('is at most 20 times that of a plain one for the longest texts', { timeout: 7_200_000 }, async () => {
    const findings: Finding[] = []
    let sent = 0
    for (const [number, operation] of operations.entries())
      for (const one of await buildCases(operation, number)) {
        const finding = await judge(operation, one)
        sent += 1
        if (finding) findings.push(finding)
        if (finding && ALL) console.log(JSON.stringify(finding))
      }
    if (ALL || process.env.ABUSE_SEED)
      console.log(JSON.stringify({ sent, operations: operations.length, medianMs, worst }, null, 1))
    expect(sent).toBeGreaterThanOrEqual(operations.length)
    expect(findings).toEqual([])
  })
})
