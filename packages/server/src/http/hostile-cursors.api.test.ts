// Cursors forged by somebody who has read the sources: the check over a cursor holds off mistakes, not people, so what is inside is
// hostile, too. Every list is asked with every kind of key, rightly checked.
import crypto, { createHash } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import { OPERATIONS, type Operation } from '../../test/hostile/operations.ts'
import { buildCase } from '../../test/hostile/requests.ts'
import { injector } from '../../test/hostile/senders.ts'
import { type Stage, setStage } from '../../test/hostile/stage.ts'

/** Without routes that the environment refuses: they look at no cursor. */
const LISTS = OPERATIONS.filter(
  ({ querySchema, described, refused }) => described && querySchema.cursor && refused === undefined,
)

const STRINGS = [
  '',
  'x',
  "' or 1=1",
  'infinity',
  '2026-01-01',
  '2026-02-30T99:99',
  '+275760-09-13',
  '\u0000',
  '\ud800',
  'x'.repeat(600),
]
const NUMBERS = [
  0,
  -1,
  1.5,
  2 ** 31,
  -(2 ** 31) - 1,
  8.64e15 + 1,
  -8.64e15,
  2 ** 53 - 1,
  -(2 ** 53) + 1,
  2 ** 53,
  1e300,
]
const OTHERS = [null, true, [], {}, [1]]
const PARTS_MAX = 4

let service: TestService
let stage: Stage
beforeAll(async () => {
  service = await startTestService()
  stage = await setStage(service)
})

const encode = (parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url')

const samples = new Map<Operation, Awaited<ReturnType<Operation['sample']>>>()

async function ask(list: Operation, cursor: string) {
  const sample = samples.get(list) ?? (await list.sample(stage))
  samples.set(list, sample)
  const others = (sample.query ?? '').split('&').filter((pair) => pair !== '' && !/^(cursor|offset)=/.test(pair))
  const { wire } = buildCase(list, { ...sample, query: [...others, `cursor=${cursor}`].join('&') }, stage)
  return injector(service)(wire)
}

/** What the service hashes while it looks at a cursor. */
async function hashedBy(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const original = crypto.createHash
  crypto.createHash = ((name: string) => {
    const hash = original(name)
    const update = hash.update.bind(hash)
    hash.update = ((text: unknown) => {
      if (typeof text === 'string') texts.push(text)
      return update(text as string)
    }) as typeof hash.update
    return hash
  }) as typeof crypto.createHash
  syncBuiltinESMExports()
  try {
    await work()
  } finally {
    crypto.createHash = original
    syncBuiltinESMExports()
  }
  return texts
}

/** The filters that the check covers, and how many parts the key has: told by what is hashed for a cursor with a wrong check. */
async function findSecrets(list: Operation): Promise<{ filters: unknown; parts: number }> {
  for (let parts = 1; parts <= PARTS_MAX; parts++) {
    const key = Array(parts).fill('probe')
    const end = `,${JSON.stringify(key)}]`
    const texts = await hashedBy(() => ask(list, encode(['wrong', ...key])))
    const found = texts.find((text) => text.startsWith('[{') && text.endsWith(end))
    if (found) return { filters: JSON.parse(found)[0], parts }
  }
  throw new Error(`${list.id} looks at no cursor`)
}

const computeCheck = (filters: unknown, key: unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify([filters, key]))
    .digest('base64url')
    .slice(0, 16)

/** A text, a number, and the environments, one of which begins the key of operators' lists. */
const PLAIN = ['x', 1, 'live', 'sandbox']

/** Each kind of value in each place, beside plain ones. */
function listKeys(parts: number): unknown[][] {
  const keys: unknown[][] = []
  for (let place = 0; place < parts; place++)
    for (const value of [...STRINGS, ...NUMBERS, ...OTHERS])
      for (let plain = 0; plain < PLAIN.length ** (parts - 1); plain++) {
        const others = Array.from(
          { length: parts - 1 },
          (_, at) => PLAIN[Math.floor(plain / PLAIN.length ** at) % PLAIN.length],
        )
        keys.push([...others.slice(0, place), value, ...others.slice(place)])
      }
  return keys
}

/** Of keys with three parts the short form takes a fifth, of four a twenty-fifth: five is prime to the number of plain values, so it meets all of them. */
function pickKeys(keys: unknown[][]): unknown[][] {
  const step = process.env.UNDIVIDED ? 1 : 5 ** Math.max(0, keys[0]!.length - 2)
  return keys.filter((_, index) => index % step === 0)
}

describe('a forged cursor', () => {
  it.each(LISTS.map((list) => [list.id, list] as const))('breaks nothing in %s', async (_, list) => {
    const { filters, parts } = await findSecrets(list)
    const faults: unknown[] = []
    let taken = 0
    for (const key of pickKeys(listKeys(parts))) {
      const { status } = await ask(list, encode([computeCheck(filters, key), ...key]))
      if (status < 300) taken++
      if (status >= 500) faults.push([key, status])
    }
    expect(faults).toEqual([])
    // Otherwise the check was not forged, and nothing was tried.
    expect(taken).toBeGreaterThan(0)
  })
})
