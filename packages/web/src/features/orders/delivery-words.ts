// How the console names a delivery's states, steps and actions.
import type { DeliveryAction, DeliveryState, DeliveryStepName } from '@freehold/sdk/types'
import type { Tone } from '../../ui/feedback.tsx'

export const DELIVERY_STATES: Record<DeliveryState, { label: string; tone: Tone }> = {
  planned: { label: 'Not started', tone: 'neutral' },
  queued: { label: 'In progress', tone: 'info' },
  waiting: { label: 'Waiting', tone: 'info' },
  done: { label: 'Delivered', tone: 'good' },
  refused: { label: 'Rejected by the registrar', tone: 'bad' },
  needs_operator: { label: 'Needs an operator', tone: 'warn' },
  cancelled: { label: 'Canceled', tone: 'neutral' },
}

/** An operator set the auth code, and the buyer transfers the domain with it. */
export const WITH_BUYER: { label: string; tone: Tone } = { label: 'Waiting for the buyer', tone: 'info' }

export const STEP_LABELS: Record<DeliveryStepName, string> = {
  request_transfer: 'Request the transfer to our registrar',
  set_nameservers: 'Set the nameservers',
  push: 'Push to the account',
  unlock: 'Unlock the domain',
  set_auth_code: 'Set the auth code',
  release: 'Approve the transfer away',
}

export const DELIVERY_ACTIONS: Record<
  DeliveryAction,
  { label: string; text: string; done: string; kind: 'primary' | 'plain' | 'danger' }
> = {
  confirm: {
    label: 'Confirm delivery',
    text: 'The order becomes delivered, and its settlement period starts. This cannot be undone.',
    done: 'Delivery confirmed.',
    kind: 'primary',
  },
  set_auth_code: {
    label: 'Enter auth code',
    text: 'Set an auth code at the registrar first. The buyer or partner can see it for 30 days.',
    done: 'Auth code saved.',
    kind: 'plain',
  },
  retry: {
    label: 'Retry delivery',
    text: 'The service asks the registrar where the domain is, then continues. Leave the fields empty to keep the target.',
    done: 'Delivery queued.',
    kind: 'plain',
  },
  take_over: {
    label: 'Take over delivery',
    text: 'The service sends no further command to the registrar. Then confirm, retry or cancel the delivery.',
    done: 'Delivery taken over.',
    kind: 'plain',
  },
  cancel: {
    label: 'Cancel delivery',
    text: 'The order returns to its paid status. The domain stays where the steps left it.',
    done: 'Delivery canceled.',
    kind: 'danger',
  },
}
