// Labels for brokerage statuses and actions. The API says which actions a case accepts. Pure.
import type { AvailableBrokerageAction, BrokerageAction, BrokerageStatus } from '@freehold/sdk/types'
import type { Tone } from '../../ui/feedback.tsx'

export const CASE_STATUSES: Record<BrokerageStatus, { text: string; tone: Tone }> = {
  opened: { text: 'Opened', tone: 'warn' },
  outreach: { text: 'Contacting the owner', tone: 'info' },
  negotiating: { text: 'Negotiating', tone: 'info' },
  agreed: { text: 'Price agreed', tone: 'info' },
  in_escrow: { text: 'In escrow', tone: 'info' },
  completed: { text: 'Completed', tone: 'good' },
  declined: { text: 'Owner declined', tone: 'neutral' },
  no_deal: { text: 'No deal', tone: 'neutral' },
  cancelled: { text: 'Canceled', tone: 'neutral' },
}

export const CASE_STATUS_OPTIONS = Object.entries(CASE_STATUSES).map(([value, { text }]) => ({ value, label: text }))

/** All cases that are not closed. */
export const OPEN_CASES = { value: 'opened,outreach,negotiating,agreed,in_escrow', label: 'Open (all)' }

export type CaseActionWords = { label: string; text: string; kind: 'primary' | 'danger' }

/** One step on, by the status that it leads to. */
const STEPS: Partial<Record<BrokerageStatus, string>> = {
  outreach: 'Start outreach',
  negotiating: 'Start negotiation',
  agreed: 'Mark price as agreed',
  in_escrow: 'Move to escrow',
}

/** How an action reads. The step that ends with a deal reads like completing the case: a sandbox has no other. */
export function caseActionWords({
  action,
  to_status: next,
}: Pick<AvailableBrokerageAction, 'action' | 'to_status'>): CaseActionWords {
  if (action !== 'advance') return CLOSING[action]
  if (next === 'completed') return CLOSING.complete
  const text = `The case moves to “${CASE_STATUSES[next].text}”. The buyer sees this on the progress page.`
  return { label: STEPS[next] ?? 'Advance case', text, kind: 'primary' }
}

const CLOSING: Record<Exclude<BrokerageAction, 'advance'>, CaseActionWords> = {
  complete: {
    label: 'Complete deal',
    text: "The domain has been transferred and the deal is closed. The deal price, our fee and the partner's commission are recorded in the ledger. This cannot be undone.",
    kind: 'primary',
  },
  decline: {
    label: 'Close as declined',
    text: 'Closes the case because the owner does not want to sell. This cannot be undone.',
    kind: 'danger',
  },
  no_deal: {
    label: 'Close without deal',
    text: 'Closes the case because no price was agreed. This cannot be undone.',
    kind: 'danger',
  },
  cancel: {
    label: 'Cancel case',
    text: 'Closes the case because the buyer withdrew. This cannot be undone.',
    kind: 'danger',
  },
}
