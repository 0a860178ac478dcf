// What the tests of kills share: the purchases of a round, and the report of all rounds.
import { expect, onTestFinished } from 'vitest'
import { type Receiver, startReceiver } from '../../packages/server/test/receiver.ts'
import type { Service } from '../process.ts'
import { expectAllArrive } from './arrivals.ts'
import type { Writers } from './writers.ts'

const ORDERS_A_ROUND = 60
const READY_SECONDS_MAX = Number(process.env.READY_SECONDS_MAX ?? 120)

/** A busy machine is slow: only a hang takes longer. */
export const timeoutFor = (rounds: number) => 300_000 + rounds * 30_000

export const makeNames = (round: number): string[] =>
  Array.from({ length: ORDERS_A_ROUND }, (_, index) => `killed-${round}-${index}.test`)

/** Takes the events of what is sold, until the test ends. */
export async function openReceiver(service: Service): Promise<Receiver> {
  const receiver = await startReceiver()
  onTestFinished(() => receiver.stop())
  await service.sdk().webhooks.register({ url: receiver.url, secret: 'a-secret-of-sixteen-or-more' })
  return receiver
}

export async function expectAllSold(
  service: Service,
  writers: Writers,
  receiver: Receiver,
  rounds: number,
): Promise<void> {
  expect(writers.refused).toEqual([])
  expect(writers.acknowledged.size).toBe(rounds * ORDERS_A_ROUND)
  await expectAllArrive(service, writers, receiver)
}

export type Kill = { underWay: number; readySeconds: number }

export function report(what: string, writers: Writers, kills: readonly Kill[]): void {
  const slowest = Math.max(...kills.map(({ readySeconds }) => readySeconds))
  const amid = kills.filter(({ underWay }) => underWay > 0).length
  const { acknowledged, retried } = writers
  console.log(
    `${what}: ${kills.length} kills, ${amid} of them amid purchases; the slowest start after one ${slowest.toFixed(1)} s; ${acknowledged.size} orders, ${retried} retries`,
  )
  // A machine that stalls may let a round end first; most of them must not.
  expect(amid).toBeGreaterThan(kills.length / 2)
  expect(slowest).toBeLessThan(READY_SECONDS_MAX)
}
