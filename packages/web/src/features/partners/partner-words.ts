// Labels for partner statuses and actions. The API says which actions apply. Pure.
import type { Partner, PartnerAction } from '@freehold/sdk/types'
import type { Tone } from '../../ui/feedback.tsx'

type Standing = Pick<Partner, 'status'> & { live_requested_at?: string | null }

/** A partner that applied for live access waits for a decision. */
export function describeStanding({ status, live_requested_at: asked }: Standing): { text: string; tone: Tone } {
  if (status === 'suspended') return { text: 'Suspended', tone: 'bad' }
  if (status === 'approved') return { text: 'Live', tone: 'good' }
  return asked ? { text: 'Applied for live access', tone: 'warn' } : { text: 'Sandbox only', tone: 'neutral' }
}

type Words = { label: string; text: string; done: string; kind: 'primary' | 'danger' | 'plain' }

export const PARTNER_ACTIONS: Record<PartnerAction, Words> = {
  approve: {
    label: 'Approve live access',
    text: 'The partner can create and use live keys and sell with real money. Whether it collects payments itself is set separately, under Edit partner.',
    done: 'Partner approved for live access.',
    kind: 'primary',
  },
  suspend: {
    label: 'Suspend partner',
    text: "All of this partner's API requests fail, in the sandbox too, until you reinstate it. Open orders do not change.",
    done: 'Partner suspended.',
    kind: 'danger',
  },
  reinstate: {
    label: 'Reinstate partner',
    text: "Ends the suspension. The partner's keys work again.",
    done: 'Partner reinstated.',
    kind: 'primary',
  },
}
