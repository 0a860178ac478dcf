// What the pages of a brokerage case offer in each state.
import { describe, expect, it } from 'vitest'
import { actionsFor, CASE_STATUSES, type CaseStatus, statesAhead, wordsOf } from './case-rules.ts'

const STATUSES = Object.keys(CASE_STATUSES) as CaseStatus[]

describe('the actions of a case', () => {
  it('move it on step by step, and complete it from escrow alone', () => {
    for (const status of ['opened', 'outreach', 'negotiating', 'agreed'] as const)
      expect(actionsFor(status)[0]).toBe('advance')
    expect(actionsFor('in_escrow')[0]).toBe('complete')
    expect(actionsFor('in_escrow')).not.toContain('advance')
  })

  it('are none once it is closed', () => {
    for (const status of ['completed', 'declined', 'no_deal', 'cancelled'] as const)
      expect(actionsFor(status)).toEqual([])
  })

  it('name the state that comes next', () => {
    expect(wordsOf('advance', 'opened').text).toContain('Contacting the owner')
    expect(wordsOf('advance', 'agreed').label).toBe('Take into escrow')
  })

  it('say that closing cannot be undone', () => {
    for (const action of ['complete', 'decline', 'no_deal', 'cancel'] as const)
      expect(wordsOf(action, 'in_escrow').text).toContain('cannot be undone')
  })
})

describe('the states ahead', () => {
  it('end with the deal while the case is open', () => {
    for (const status of STATUSES)
      expect(statesAhead(status).at(-1)).toBe(actionsFor(status).length > 0 ? 'completed' : undefined)
    expect(statesAhead('negotiating')).toEqual(['agreed', 'in_escrow', 'completed'])
  })
})
