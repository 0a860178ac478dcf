// Log lines keep their order and their times, are written together, and show no secret.
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createLogger } from './logger.ts'

function capture() {
  const writes: string[] = []
  const log = createLogger({ logLevel: 'info' }, { write: (text) => void writes.push(text) })
  return { writes, log }
}

it('writes the lines of a moment together, whole and in order, each with its time', async () => {
  const { writes, log } = capture()
  for (const n of [1, 2, 3]) log.info({ n }, 'line')
  expect(writes).toEqual([])
  await setTimeout(30)
  log.info({ n: 4 }, 'line')
  await setTimeout(30)
  expect(writes).toHaveLength(2)
  const lines = writes
    .join('')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ n }) => n)).toEqual([1, 2, 3, 4])
  for (const { time } of lines) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect([...lines].sort((a, b) => (a.time < b.time ? -1 : 1))).toEqual(lines)
})

it('redacts what is secret and leaves out what the level leaves out', async () => {
  const { writes, log } = capture()
  log.debug('nothing')
  log.info({ caller: { secret: 'sk_live_x', token: 'op_x', password: 'p', name: 'Ada' } }, 'line')
  await setTimeout(30)
  expect(writes.join('')).not.toMatch(/sk_live_x|op_x|"p"|nothing/)
  expect(writes.join('')).toContain('Ada')
})
