// How orders read on the pages.
import { expect, it } from 'vitest'
import { ACTION_WORDS, stepText } from './order-words.ts'

it('says of every action that cannot be undone that it cannot', () => {
  for (const action of ['refund', 'cancel', 'complete_transfer'] as const)
    expect(ACTION_WORDS[action].text).toContain('cannot be undone')
})

it('names the steps ahead of a held order, from the review to the settlement', () => {
  const ahead = ['EXTERNALLY_PAID', 'TRANSFER_IN_PROGRESS', 'TRANSFER_COMPLETED', 'SETTLED'] as const
  expect(ahead.map(stepText)).toEqual(['Clearance', 'Transfer', 'Delivery', 'Settlement'])
})
