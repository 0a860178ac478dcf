// How a partner stands.
import { describe, expect, it } from 'vitest'
import { describeStanding } from './partner-words.ts'

describe('a partner', () => {
  it('waits for an answer once it has asked for live access', () => {
    expect(describeStanding({ status: 'pending' }).text).toBe('Sandbox only')
    expect(describeStanding({ status: 'pending', live_requested_at: '2026-01-01T00:00:00.000Z' }).tone).toBe('warn')
    expect(describeStanding({ status: 'approved', live_requested_at: '2026-01-01T00:00:00.000Z' }).text).toBe('Live')
  })
})
