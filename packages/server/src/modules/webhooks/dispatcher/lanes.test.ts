// What a lane knows of its receiver when it is leased again.
import { describe, expect, it } from 'vitest'
import type { LeasedEndpoint } from '../store/dispatch.ts'
import { Lane } from './lanes.ts'

const AT = new Date('2026-03-01T12:00:00Z')
const LATER = new Date('2026-03-01T12:00:05Z')
const leased = (over: Partial<LeasedEndpoint> = {}): LeasedEndpoint =>
  ({
    id: 'we_1',
    partnerId: 'p_1',
    environment: 'sandbox',
    updatedAt: AT,
    failingSince: null,
    ...over,
  }) as LeasedEndpoint
const keys = { current: Buffer.alloc(0), previous: null } as unknown as Lane['keys']
const open = () => keys

/** As receiver-record.ts leaves it while it writes. */
function laneThatWrites(failingSince: Date): Lane {
  const lane = new Lane(leased(), keys)
  lane.failingSince = failingSince
  lane.endpoint.failingSince = failingSince
  lane.recording = true
  return lane
}

describe('a lane that is leased again', () => {
  it('keeps the beginning of a failure that is being written, whatever the row said before', () => {
    const lane = laneThatWrites(AT)
    lane.resume(leased(), open)
    expect(lane.failingSince).toEqual(AT)
  })

  it('takes over a beginning that was moved since, as a sandbox clock does', () => {
    const lane = laneThatWrites(AT)
    lane.resume(leased({ failingSince: LATER }), open)
    expect(lane.failingSince).toEqual(LATER)
  })

  it('keeps the beginning of a failure that is not written yet', () => {
    const lane = new Lane(leased(), keys)
    lane.failingSince = AT
    lane.resume(leased(), open)
    expect(lane.failingSince).toEqual(AT)
  })

  it('takes over what another process has written', () => {
    const lane = new Lane(leased(), keys)
    lane.resume(leased({ failingSince: LATER }), open)
    expect(lane.failingSince).toEqual(LATER)
  })

  it('forgets the failures of an earlier registration', () => {
    const lane = laneThatWrites(AT)
    lane.resume(leased({ updatedAt: LATER }), open)
    expect(lane.failingSince).toBeNull()
  })
})
