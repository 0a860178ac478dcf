// Writes that are made together: what waits shares the next one, and one bad item does not stop the others.
import { expect, it } from 'vitest'
import { createGathering } from './gather.ts'

const WAIT_MS = 5
const pause = () => new Promise((resolve) => setTimeout(resolve, 1))

function record(
  countEnough: () => number,
  failure: (items: readonly number[]) => Error | undefined = () => undefined,
  writers = 1,
) {
  const written: number[][] = []
  const add = createGathering({
    async write(items: readonly number[]) {
      written.push([...items])
      await pause()
      const error = failure(items)
      if (error) throw error
      return items.map((item) => item * 10)
    },
    countEnough,
    waitMs: WAIT_MS,
    writers,
  })
  return { add, written }
}

it('writes one item immediately where one is enough, and what comes meanwhile together', async () => {
  const { add, written } = record(() => 1)
  const results = await Promise.all([1, 2, 3].map(add))
  expect(results).toEqual([10, 20, 30])
  expect(written).toEqual([[1], [2, 3]])
})

it('waits for enough items, and no longer than the given time', async () => {
  const { add, written } = record(() => 2)
  const results = Promise.all([1, 2, 3].map(add))
  expect(written).toEqual([[1, 2]])
  expect(await results).toEqual([10, 20, 30])
  expect(written).toEqual([[1, 2], [3]])
})

it('writes each item alone after a write of several failed', async () => {
  const { add, written } = record(
    () => 3,
    (items) => (items.includes(2) ? new Error('two is not allowed') : undefined),
  )
  const results = await Promise.allSettled([1, 2, 3].map(add))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(written).toEqual([[1, 2, 3], [1], [2], [3]])
  const later = Promise.all([4, 5, 6].map(add))
  expect(await later).toEqual([40, 50, 60])
})

it.each(['57014', '55P03', '40P01', '40001', '53100'])(
  'writes each item alone after %s, which rolled back',
  async (code) => {
    const { add, written } = record(
      () => 2,
      (items) => (items.includes(2) ? Object.assign(new Error('too slow'), { code }) : undefined),
    )
    const results = await Promise.allSettled([1, 2].map(add))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(written).toEqual([[1, 2], [1], [2]])
  },
)

it.each([
  Object.assign(new Error('connection reset'), { code: 'ECONNRESET' }),
  Object.assign(new Error('the server shuts down'), { code: '57P01' }),
  new Error('Connection terminated unexpectedly'),
])('writes nothing again after the database was lost, because it may have committed: $message', async (error) => {
  const { add, written } = record(
    () => 2,
    () => error,
  )
  const results = await Promise.allSettled([1, 2].map(add))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(written).toEqual([[1, 2]])
})

it('writes as many batches at a time as there are writers', async () => {
  const { add, written } = record(
    () => 1,
    () => undefined,
    2,
  )
  const results = Promise.all([1, 2, 3, 4].map(add))
  expect(written).toEqual([[1], [2]])
  expect(await results).toEqual([10, 20, 30, 40])
  expect(written).toEqual([[1], [2], [3, 4]])
})
