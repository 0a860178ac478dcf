// The lag of a replica, from positions in the write-ahead log.
import { describe, expect, it } from 'vitest'
import { createLagTracker, parsePosition } from './replica-lag.ts'

it('parses positions, which are hexadecimal in two halves', () => {
  expect(parsePosition('0/0')).toBe(0n)
  expect(parsePosition('16/B374D848')).toBe(0x16b374d848n)
  expect(parsePosition('1/0') > parsePosition('0/FFFFFFFF')).toBe(true)
})

describe('the lag', () => {
  it('is not known before the replica has replayed a noted position', () => {
    const tracker = createLagTracker()
    expect(tracker.measure(0)).toBeNull()
    tracker.noteReplica(5n)
    tracker.notePrimary(100, 10n)
    tracker.noteReplica(9n)
    expect(tracker.measure(200)).toBeNull()
    tracker.noteReplica(10n)
    expect(tracker.measure(200)).toBe(100)
  })

  it('grows while a replica stands still and the primary moves on', () => {
    const tracker = createLagTracker()
    for (let at = 0; at <= 5000; at += 500) {
      tracker.notePrimary(at, BigInt(at))
      tracker.noteReplica(BigInt(Math.min(at, 1000)))
    }
    expect(tracker.measure(5000)).toBe(4000)
  })

  it('stays small while the primary is idle', () => {
    const tracker = createLagTracker()
    for (let at = 0; at <= 60_000; at += 500) {
      tracker.notePrimary(at, 7n)
      tracker.noteReplica(7n)
    }
    expect(tracker.measure(60_200)).toBe(200)
  })

  it('grows when nobody responds any more', () => {
    const tracker = createLagTracker()
    tracker.notePrimary(0, 7n)
    tracker.noteReplica(7n)
    expect(tracker.measure(6000)).toBe(6000)
  })

  it('is not known for a replica that has more than the primary: it follows a server that was replaced', () => {
    const tracker = createLagTracker()
    tracker.notePrimary(0, 100n)
    tracker.noteReplica(100n)
    // The new primary never had the last of the old one.
    tracker.notePrimary(500, 90n)
    expect(tracker.measure(500)).toBeNull()
    tracker.noteReplica(100n)
    // It stands still where the old one ended, and the new primary gets past that.
    tracker.notePrimary(1000, 120n)
    tracker.noteReplica(100n)
    expect(tracker.measure(1000)).toBeNull()
    // Rebuilt from the new primary.
    tracker.notePrimary(1500, 130n)
    tracker.noteReplica(130n)
    expect(tracker.measure(1500)).toBe(0)
  })

  it('is not known once the server is gone', () => {
    const tracker = createLagTracker()
    tracker.notePrimary(0, 1n)
    tracker.noteReplica(1n)
    tracker.forget()
    expect(tracker.measure(1)).toBeNull()
  })
})
