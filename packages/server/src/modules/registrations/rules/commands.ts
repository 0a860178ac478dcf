// Commands to the registry about a person's domain: states as data, the steps of each kind, and what the person sees of them.
import { type Machine, nextState } from '../../../kernel/state-machine.ts'
import { PROGRESS, type Progress } from '../../domains/rules.ts'

export { PROGRESS }

export const COMMAND_KINDS = ['set_nameservers', 'set_lock', 'set_privacy', 'renew', 'register'] as const
export type CommandKind = (typeof COMMAND_KINDS)[number]

/** `unpaid`: its checkout is open. `queued`: the service works on it, or will. */
export const COMMAND_STATES = ['unpaid', 'queued', 'done', 'failed', 'needs_operator'] as const
export type CommandState = (typeof COMMAND_STATES)[number]

/** What the owner of the domain sees. That an operator looks at it does not end the wait. */
export const toProgress = (state: CommandState): Progress =>
  (
    ({
      unpaid: 'awaiting_payment',
      queued: 'pending',
      needs_operator: 'pending',
      done: 'done',
      failed: 'failed',
    }) as const
  )[state]

/** What operators do with a command that the service cannot end, or should not go on with. */
export const OPERATOR_ACTIONS = ['retry', 'confirm', 'fail', 'take_over'] as const
export type OperatorAction = (typeof OPERATOR_ACTIONS)[number]

export const OPERATOR_MACHINE: Machine<CommandState, OperatorAction> = {
  retry: { from: ['needs_operator'], to: 'queued' },
  confirm: { from: ['needs_operator'], to: 'done' },
  fail: { from: ['needs_operator'], to: 'failed' },
  take_over: { from: ['queued'], to: 'needs_operator' },
}

/** Those that a command accepts now. */
export const operatorActions = (state: CommandState): { action: OperatorAction; toStatus: CommandState }[] =>
  OPERATOR_ACTIONS.flatMap((action) => {
    const toStatus = nextState(OPERATOR_MACHINE, state, action)
    return toStatus === null ? [] : [{ action, toStatus }]
  })

export const STEP_NAMES = ['set_nameservers', 'set_lock', 'set_privacy', 'renew', 'create_contact', 'register'] as const
export type StepName = (typeof STEP_NAMES)[number]

const STEPS: Record<CommandKind, readonly StepName[]> = {
  set_nameservers: ['set_nameservers'],
  set_lock: ['set_lock'],
  set_privacy: ['set_privacy'],
  renew: ['renew'],
  register: ['create_contact', 'register'],
}

export const listSteps = (kind: CommandKind): readonly StepName[] => STEPS[kind]

export { STEP_OUTCOMES, type StepOutcome } from '../../../kernel/contracts/step-outcomes.ts'

/** The registrant of a domain, as registries ask for one. */
export type Registrant = {
  name: string
  organization: string | null
  street: string
  city: string
  state: string | null
  postalCode: string | null
  country: string
  phone: string
  email: string
}

export type CommandParams = {
  nameservers?: string[]
  locked?: boolean
  enabled?: boolean
  years?: number
  registrant?: Registrant
}
