// How the console names changes of people's domains at the registry: kinds, states, steps and actions. Pure.
import type {
  RegistryCommandAction,
  RegistryCommandDetail,
  RegistryCommandKind,
  RegistryCommandState,
  RegistryCommandStepName,
} from '@freehold/sdk/types'
import type { Tone } from '../../ui/feedback.tsx'
import { countText } from '../../ui/text.ts'

export const COMMAND_KINDS: Record<RegistryCommandKind, string> = {
  register: 'Registration',
  renew: 'Renewal',
  set_nameservers: 'Nameservers',
  set_lock: 'Transfer lock',
  set_privacy: 'WHOIS privacy',
}

export const COMMAND_STATES: Record<RegistryCommandState, { text: string; tone: Tone }> = {
  unpaid: { text: 'Not paid', tone: 'neutral' },
  queued: { text: 'In progress', tone: 'info' },
  done: { text: 'Done', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
  needs_operator: { text: 'Needs an operator', tone: 'warn' },
}

export const COMMAND_STEPS: Record<RegistryCommandStepName, string> = {
  set_nameservers: 'Set the nameservers',
  set_lock: 'Set the transfer lock',
  set_privacy: 'Set WHOIS privacy',
  renew: 'Renew the domain',
  create_contact: 'Create the contact',
  register: 'Register the domain',
}

type ActionWords = { label: string; text: string; done: string; kind: 'primary' | 'plain' | 'danger' }

export const COMMAND_ACTIONS: Record<RegistryCommandAction, ActionWords> = {
  retry: {
    label: 'Retry command',
    text: 'The service asks the registry what happened, then continues.',
    done: 'Command queued.',
    kind: 'primary',
  },
  confirm: {
    label: 'Confirm command',
    text: 'The registry did what the command asks for. Check it at the registry first. This cannot be undone.',
    done: 'Command confirmed.',
    kind: 'plain',
  },
  fail: {
    label: 'End command',
    text: 'The registry did not do what the command asks for. Check it at the registry first. This cannot be undone.',
    done: 'Command ended.',
    kind: 'danger',
  },
  take_over: {
    label: 'Take over command',
    text: 'The service sends nothing further for this command. Later changes of the domain wait. Then retry, confirm or end it.',
    done: 'Command taken over.',
    kind: 'plain',
  },
}

/** The new value that the registry is asked for: "2 years", "Locked". */
export function describeRequested({ years, nameservers, locked, privacy }: RegistryCommandDetail['requested']): string {
  const parts = [
    years === null ? null : countText(years, 'year'),
    nameservers === null ? null : nameservers.join(', ') || (years === null ? 'No nameservers' : 'no nameservers'),
    locked === null ? null : locked ? 'Locked' : 'Unlocked',
    privacy === null ? null : privacy ? 'Contact data hidden' : 'Contact data shown',
  ]
  return parts.filter(Boolean).join(', ')
}
