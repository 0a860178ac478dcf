// How brokerage cases read on the pages.
import { expect, it } from 'vitest'
import { caseActionWords } from './case-words.ts'

it('names the status that a step leads to', () => {
  expect(caseActionWords({ action: 'advance', to_status: 'outreach' }).text).toContain('Contacting the owner')
  expect(caseActionWords({ action: 'advance', to_status: 'in_escrow' }).label).toBe('Move to escrow')
})

it('says that closing a case cannot be undone', () => {
  const closing = [
    { action: 'complete', to_status: 'completed' },
    { action: 'decline', to_status: 'declined' },
    { action: 'no_deal', to_status: 'no_deal' },
    { action: 'cancel', to_status: 'cancelled' },
    { action: 'advance', to_status: 'completed' },
  ] as const
  for (const one of closing) expect(caseActionWords(one).text).toContain('cannot be undone')
})
