// The command of each step, in the words of the connector.
import type { Outcome, Registrar } from '../../../integrations/registrar/registrar.ts'
import { invariant } from '../../../kernel/errors.ts'
import type { StepName } from '../rules/deliveries.ts'
import { LIFTED_LOCKS, type Seen } from '../rules/steps.ts'
import type { LeasedDelivery } from '../store/deliveries.ts'

type Known = { seen: Seen; authCode: string | null }
type Command = { transaction: string; signal: AbortSignal }
type Send = (
  registrar: Registrar,
  delivery: LeasedDelivery,
  known: Known,
  command: Command,
) => Promise<Outcome<unknown>>

const without = (names: readonly string[], others: readonly string[]): string[] =>
  names.filter((name) => !others.includes(name))

const SENDS: Record<StepName, Send> = {
  set_nameservers: (registrar, { domain: name, nameservers }, { seen }, command) => {
    const current = seen.domain?.nameservers ?? []
    const addNameservers = without(nameservers, current)
    return registrar.updateDomain({ name, addNameservers, removeNameservers: without(current, nameservers) }, command)
  },
  push: (registrar, { domain: name, registrarIanaId, registrarAccount }, _, command) => {
    invariant(registrarIanaId !== null && registrarAccount !== null, 'a push has an account')
    return registrar.pushDomain({ name, registrarIanaId, account: registrarAccount }, command)
  },
  unlock: (registrar, { domain: name }, { seen }, command) => {
    const removeStatuses = (seen.domain?.statuses ?? []).filter((status) => LIFTED_LOCKS.includes(status))
    return registrar.updateDomain({ name, removeStatuses }, command)
  },
  set_auth_code: (registrar, { domain: name }, { authCode }, command) => {
    invariant(authCode, 'the code was just made')
    return registrar.updateDomain({ name, authCode }, command)
  },
  release: (registrar, { domain: name }, _, command) => registrar.decideTransfer(name, 'approve', command),
  request_transfer: (registrar, { domain: name }, { authCode }, command) => {
    invariant(authCode, 'a transfer to us has an auth code')
    return registrar.requestTransfer({ name, authCode }, command)
  },
}

export const sendStep = (
  registrar: Registrar,
  step: StepName,
  delivery: LeasedDelivery,
  known: Known,
  command: Command,
): Promise<Outcome<unknown>> => SENDS[step](registrar, delivery, known, command)
