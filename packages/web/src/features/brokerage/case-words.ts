// Brokerage cases in words: their states, the steps between them, and what may be done in each. Pure.
import type { BrokerageCase } from '@freehold/sdk/types'
import type { Tone } from '../../ui/feedback.tsx'

export type CaseStatus = BrokerageCase['status']

export const CASE_STATUSES: Record<CaseStatus, { text: string; tone: Tone }> = {
  opened: { text: 'Opened', tone: 'warn' },
  outreach: { text: 'Contacting the owner', tone: 'info' },
  negotiating: { text: 'Negotiating', tone: 'info' },
  agreed: { text: 'Price agreed', tone: 'info' },
  in_escrow: { text: 'In escrow', tone: 'info' },
  completed: { text: 'Completed', tone: 'good' },
  declined: { text: 'Owner declined', tone: 'neutral' },
  no_deal: { text: 'No deal', tone: 'neutral' },
  cancelled: { text: 'Cancelled', tone: 'neutral' },
}

export const CASE_STATUS_OPTIONS = Object.entries(CASE_STATUSES).map(([value, { text }]) => ({ value, label: text }))

/** The way of a case that succeeds. */
const WAY: readonly CaseStatus[] = ['opened', 'outreach', 'negotiating', 'agreed', 'in_escrow', 'completed']

const isOpen = (status: CaseStatus): boolean => WAY.includes(status) && status !== 'completed'

/** The states that an open case has before it. */
export const statesAhead = (status: CaseStatus): readonly CaseStatus[] =>
  isOpen(status) ? WAY.slice(WAY.indexOf(status) + 1) : []

export type CaseAction = 'advance' | 'complete' | 'decline' | 'no_deal' | 'cancel'

/** What an operator may do now, the usual next step first. The last step needs a price and is `complete`. */
export function actionsFor(status: CaseStatus): readonly CaseAction[] {
  if (!isOpen(status)) return []
  return [status === 'in_escrow' ? 'complete' : 'advance', 'decline', 'no_deal', 'cancel']
}

export type CaseActionWords = { label: string; text: string; kind: 'primary' | 'danger' }

const STEPS: Partial<Record<CaseStatus, string>> = {
  opened: 'Start outreach',
  outreach: 'Start negotiating',
  negotiating: 'Mark price agreed',
  agreed: 'Take into escrow',
}

/** How an action reads in a given state. */
export function wordsOf(action: CaseAction, status: CaseStatus): CaseActionWords {
  if (action === 'advance') {
    const next = statesAhead(status)[0]
    const text = next
      ? `The case moves on to “${CASE_STATUSES[next].text}”. The buyer sees it on the progress page.`
      : ''
    return { label: STEPS[status] ?? 'Advance', text, kind: 'primary' }
  }
  return CLOSING[action]
}

const CLOSING: Record<Exclude<CaseAction, 'advance'>, CaseActionWords> = {
  complete: {
    label: 'Complete with a deal',
    text: 'The deal is done and the name handed over. Price, fee and the share of the partner are booked. This cannot be undone.',
    kind: 'primary',
  },
  decline: {
    label: 'Owner declined',
    text: 'Closes the case: the owner does not want to sell. This cannot be undone.',
    kind: 'danger',
  },
  no_deal: {
    label: 'No deal',
    text: 'Closes the case: no deal was reached. This cannot be undone.',
    kind: 'danger',
  },
  cancel: {
    label: 'Cancel case',
    text: 'Closes the case: the buyer gave it up. This cannot be undone.',
    kind: 'danger',
  },
}
