// Partners in words: how they stand, and actions. Which of them apply, the partner itself says. Pure.
import type { Partner, PartnerAction } from '@freehold/sdk/types'
import type { Tone } from '../../ui/feedback.tsx'

type Standing = Pick<Partner, 'status'> & { live_requested_at?: string | null }

/** A partner that asks for live access waits for an answer. */
export function standingOf({ status, live_requested_at: asked }: Standing): { text: string; tone: Tone } {
  if (status === 'suspended') return { text: 'Suspended', tone: 'bad' }
  if (status === 'approved') return { text: 'Live', tone: 'good' }
  return asked ? { text: 'Asks for live access', tone: 'warn' } : { text: 'Sandbox only', tone: 'neutral' }
}

type Words = { label: string; text: string; done: string; kind: 'primary' | 'danger' | 'plain' }

export const PARTNER_ACTIONS: Record<PartnerAction, Words> = {
  approve: {
    label: 'Approve for live',
    text: 'Its live keys start to work: it can sell real names for real money. Whether it may charge buyers itself is set separately, under Change.',
    done: 'The partner is approved.',
    kind: 'primary',
  },
  suspend: {
    label: 'Suspend',
    text: 'Every request of this partner is refused, in the sandbox too, until it is reinstated. Open orders stay as they are.',
    done: 'The partner is suspended.',
    kind: 'danger',
  },
  reinstate: {
    label: 'Reinstate',
    text: 'The suspension ends. Its keys work as before.',
    done: 'The partner is reinstated.',
    kind: 'primary',
  },
}
