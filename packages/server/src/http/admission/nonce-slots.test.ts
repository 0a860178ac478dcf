// The partitions that keep a nonce: any two requests of one moment share one.
import { expect, it } from 'vitest'
import { NONCE_MEMORY_SECONDS, TIMESTAMP_SKEW_SECONDS } from '../../kernel/limits.ts'
import { findSlotBefore, listSlots, NONCE_PARTITIONS } from './nonce-slots.ts'

const START = 1_800_000_000 - 1800
const around = Array.from({ length: 3600 / 10 }, (_, index) => START + index * 10)

it('are shared by any two timestamps that are accepted at the same moment', () => {
  const apart: unknown[] = []
  for (const now of around)
    for (const one of [-TIMESTAMP_SKEW_SECONDS, -1, 0, TIMESTAMP_SKEW_SECONDS])
      for (const other of [-TIMESTAMP_SKEW_SECONDS, 0, 1, TIMESTAMP_SKEW_SECONDS]) {
        const [a, b] = [listSlots(now + one), listSlots(now + other)]
        if (!a.some((slot) => b.includes(slot))) apart.push({ now, one, other })
      }
  expect(apart).toEqual([])
})

it('are shared even if the clocks of two processes are up to a minute apart', () => {
  const apart: unknown[] = []
  // Each second around a border: at one process the latest timestamp is accepted, at the other, whose clock is behind, the earliest.
  for (let now = 1_800_000_000 - 1000; now < 1_800_000_000 + 1000; now++)
    for (const ahead of [5, 30, 60]) {
      const [a, b] = [listSlots(now + ahead + TIMESTAMP_SKEW_SECONDS), listSlots(now - TIMESTAMP_SKEW_SECONDS)]
      if (!a.some((slot) => b.includes(slot))) apart.push({ now, ahead })
    }
  expect(apart).toEqual([])
})

it('of a later use, or the one before, have an earlier use as long as it is remembered', () => {
  const missed: unknown[] = []
  for (const now of around)
    for (const one of [-TIMESTAMP_SKEW_SECONDS, 0, TIMESTAMP_SKEW_SECONDS])
      for (const later of [1, NONCE_MEMORY_SECONDS / 2, NONCE_MEMORY_SECONDS])
        for (const other of [-TIMESTAMP_SKEW_SECONDS, 0, TIMESTAMP_SKEW_SECONDS]) {
          const used = listSlots(now + one)
          const signedAt = now + later + other
          const looked = [findSlotBefore(signedAt, now + later), ...listSlots(signedAt)]
          if (!used.some((slot) => looked.includes(slot))) missed.push({ now, one, later, other })
        }
  expect(missed).toEqual([])
})

it('read the one before only while it can hold a nonce that is remembered', () => {
  const border = 1_800_000_000
  const isRead = (after: number) => findSlotBefore(border + after, border + after) !== null
  expect([0, 1199, 1259, 1260, 1799].map(isRead)).toEqual([true, true, true, false, false])
})

it('sort as text beyond their millionth, which is in January 2027', () => {
  const values = [1_799_999_999, 1_800_000_000].map((seconds) => NONCE_PARTITIONS.toValue(new Date(seconds * 1000)))
  expect(values).toEqual(['0000999999', '0001000000'])
})
