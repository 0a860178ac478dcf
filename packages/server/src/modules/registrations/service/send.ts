// The command of each step, in the words of the connector.
import type { Outcome, Registrar } from '../../../integrations/registrar/registrar.ts'
import { toContactId } from '../../../kernel/contracts/registry-contacts.ts'
import { invariant } from '../../../kernel/errors.ts'
import { makeAuthCode } from '../../delivery/index.ts'
import type { StepName } from '../rules/commands.ts'
import { type Seen, TRANSFER_LOCK } from '../rules/judge.ts'
import type { Command } from '../store/commands.ts'

type Attempt = { transaction: string; signal: AbortSignal }
type Send = (registrar: Registrar, command: Command, seen: Seen, attempt: Attempt) => Promise<Outcome<unknown>>

const without = (names: readonly string[], others: readonly string[]): string[] =>
  names.filter((name) => !others.includes(name))

const SENDS: Record<StepName, Send> = {
  set_nameservers: (registrar, { domain: name, params: { nameservers = [] } }, { domain }, attempt) => {
    const current = domain?.nameservers ?? []
    const [addNameservers, removeNameservers] = [without(nameservers, current), without(current, nameservers)]
    return registrar.updateDomain({ name, addNameservers, removeNameservers }, attempt)
  },
  set_lock: (registrar, { domain: name, params: { locked } }, _, attempt) =>
    registrar.updateDomain(
      locked ? { name, addStatuses: [TRANSFER_LOCK] } : { name, removeStatuses: [TRANSFER_LOCK] },
      attempt,
    ),
  set_privacy: (registrar, { domain: name, params: { enabled = true } }, _, attempt) =>
    registrar.setPrivacy({ name, isPrivate: enabled }, attempt),
  renew: (registrar, { domain: name, params: { years = 1 } }, { domain }, attempt) => {
    invariant(domain?.expiresAt, 'a renewal was judged by the expiry date')
    return registrar.renewDomain({ name, years, expiresAt: domain.expiresAt }, attempt)
  },
  create_contact: (registrar, command, _, attempt) => {
    const { registrant } = command.params
    invariant(registrant, 'a registration has a registrant')
    return registrar.createContact({ ...registrant, id: toContactId(command.id) }, attempt)
  },
  register: (registrar, command, _, attempt) => {
    const { domain: name, params } = command
    const { years = 1, nameservers = [] } = params
    const contact = toContactId(command.id)
    // Nobody needs this code: a delivery sets another one.
    return registrar.registerDomain({ name, years, nameservers, contact, authCode: makeAuthCode() }, attempt)
  },
}

export const sendStep = (
  registrar: Registrar,
  step: StepName,
  command: Command,
  seen: Seen,
  attempt: Attempt,
): Promise<Outcome<unknown>> => SENDS[step](registrar, command, seen, attempt)
