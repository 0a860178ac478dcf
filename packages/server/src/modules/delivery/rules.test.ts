// Deliveries as data: every state with every action, what is done about a step, and when people take over.
import { describe, expect, it } from 'vitest'
import type { DomainAtRegistry, Outcome } from '../../integrations/registrar/registrar.ts'
import { nextState } from '../../kernel/state-machine.ts'
import type { OrderStatus } from '../orders/index.ts'
import {
  computeRetrySeconds,
  DELIVERY_ACTIONS,
  DELIVERY_MACHINE,
  DELIVERY_STATES,
  type DeliveryMethod,
  type DeliveryState,
  explainOperator,
  listSteps,
  operatorActions,
  type StepName,
  type StepOutcome,
} from './rules/deliveries.ts'
import { canSkip, decideNext, judgeStep, type Wanted } from './rules/steps.ts'

const OURS: DomainAtRegistry = {
  name: 'a.com',
  isOurs: true,
  statuses: [],
  nameservers: ['ns1.a.net', 'ns2.a.net'],
  expiresAt: null,
  createdAt: null,
  updatedAt: null,
  transferredAt: null,
  sponsor: 'us',
  account: null,
  authCode: null,
}
const GONE: DomainAtRegistry = { ...OURS, isOurs: false, sponsor: 'them' }
const WANTED: Wanted = {
  registrarAccount: 'ACME',
  nameservers: ['ns1.b.net', 'ns2.b.net'],
  authCode: 'code',
  isCodeExpired: false,
  last: null,
}

describe('a delivery', () => {
  it.each([
    ['queue', 'planned queued waiting refused needs_operator cancelled', 'queued'],
    ['wait', 'queued waiting', 'waiting'],
    ['finish', 'planned queued waiting refused needs_operator', 'done'],
    ['refuse', 'planned queued waiting refused needs_operator', 'refused'],
    ['give_up', 'planned queued waiting refused needs_operator cancelled', 'needs_operator'],
    ['cancel', 'planned queued waiting refused needs_operator cancelled', 'cancelled'],
  ] as const)('accepts %s in %s', (action, from, to) => {
    const states = DELIVERY_STATES.filter((state) => nextState(DELIVERY_MACHINE, state, action) !== null)
    expect([...states].sort()).toEqual(from.split(' ').sort())
    expect(DELIVERY_MACHINE[action].to).toBe(to)
  })

  it('that is done stays done', () => {
    expect(DELIVERY_ACTIONS.filter((action) => nextState(DELIVERY_MACHINE, 'done', action) !== null)).toEqual([])
  })

  it.each<[DeliveryState, OrderStatus, string, DeliveryMethod?]>([
    ['planned', 'PAID', 'cancel'],
    ['queued', 'TRANSFER_IN_PROGRESS', 'take_over'],
    ['waiting', 'TRANSFER_IN_PROGRESS', 'confirm take_over'],
    ['refused', 'PAID', 'retry cancel'],
    ['needs_operator', 'TRANSFER_IN_PROGRESS', 'confirm retry cancel'],
    ['needs_operator', 'TRANSFER_IN_PROGRESS', 'confirm set_auth_code retry cancel', 'auth_code'],
    ['cancelled', 'EXTERNALLY_PAID', 'retry', 'auth_code'],
    ['done', 'TRANSFER_COMPLETED', ''],
    ['needs_operator', 'REFUNDED', 'cancel'],
    ['cancelled', 'REFUNDED', ''],
  ])('in %s of an order in %s offers operators: %s', (state, status, actions, method = 'push') => {
    expect(
      operatorActions({ state, method }, status)
        .map(({ action }) => action)
        .join(' '),
    ).toBe(actions)
  })

  it('sets nameservers only when there are some', () => {
    expect(listSteps({ method: 'push', nameservers: [] })).toEqual(['push'])
    expect(listSteps({ method: 'push', nameservers: ['a', 'b'] })).toEqual(['set_nameservers', 'push'])
  })

  it('is retried eight times', () => {
    expect([1, 8, 9].map(computeRetrySeconds)).toEqual([5, 3600, null])
  })
})

describe('what an operator reads', () => {
  const now = new Date('2026-11-19T00:00:00Z')
  const held = { state: 'needs_operator', method: 'auth_code', lastError: null, authCodeExpiresAt: null } as const
  const until = (at: string) => ({ ...held, authCodeExpiresAt: new Date(at) })

  it.each([
    ['no code yet, by hand', held, false, 'Set an auth code at the registrar'],
    ['a code that works, by hand', until('2026-11-20T00:00:00Z'), false, 'transfers the domain with the auth code'],
    ['a code that works, taken over', until('2026-11-20T00:00:00Z'), true, 'transfers the domain with the auth code'],
    ['an expired code, by hand', until('2026-11-18T00:00:00Z'), false, 'The auth code has expired.'],
    ['an expired code, taken over', until('2026-11-18T00:00:00Z'), true, 'An operator took over'],
    ['a failure', { ...until('2026-11-20T00:00:00Z'), lastError: 'It failed.' }, true, 'It failed.'],
  ])('fits %s', (_, delivery, hasConnector, text) => {
    expect(explainOperator(delivery, hasConnector, now)).toContain(text)
  })

  it('is nothing where nobody must act', () => {
    expect(explainOperator({ ...held, state: 'done' }, false, now)).toBeNull()
  })
})

describe('a step', () => {
  const judge = (step: StepName, domain: DomainAtRegistry | null, wanted: Partial<Wanted> = {}, state?: string) =>
    judgeStep(step, { domain, transfer: state ? { state: state as 'pending' } : null }, { ...WANTED, ...wanted }).do

  it.each<[string, StepName, DomainAtRegistry | null, Partial<Wanted>, string | undefined, string]>([
    ['of an unknown domain', 'push', null, {}, undefined, 'give_up'],
    ['that was not taken', 'push', OURS, {}, undefined, 'send'],
    [
      'whose response was lost after it was done',
      'push',
      { ...GONE, account: 'ACME' },
      { last: 'unknown' },
      undefined,
      'done',
    ],
    ['whose request was lost', 'push', OURS, { last: 'unknown' }, undefined, 'send'],
    ['that is pending', 'push', { ...OURS, statuses: ['pendingTransfer'] }, { last: 'pending' }, undefined, 'wait'],
    ['of a domain at another account', 'push', { ...GONE, account: 'OTHER' }, { last: 'sent' }, undefined, 'give_up'],
    ['that left us, where accounts are hidden', 'push', GONE, { last: 'sent' }, undefined, 'done'],
    ['that was refused, of a domain that left us', 'push', GONE, { last: 'refused' }, undefined, 'give_up'],
    ['of a domain that was never ours', 'push', GONE, {}, undefined, 'give_up'],
    ['with other nameservers', 'set_nameservers', OURS, {}, undefined, 'send'],
    [
      'with the same nameservers',
      'set_nameservers',
      OURS,
      { nameservers: ['NS2.a.net', 'ns1.a.net'] },
      undefined,
      'done',
    ],
    ['of a locked domain', 'unlock', { ...OURS, statuses: ['clientTransferProhibited'] }, {}, undefined, 'send'],
    ['of an unlocked domain', 'unlock', OURS, {}, undefined, 'done'],
    ['of a code that is set', 'set_auth_code', { ...OURS, authCode: 'code' }, {}, undefined, 'done'],
    ['of a code that is not set', 'set_auth_code', OURS, {}, undefined, 'send'],
    ['while nobody asked', 'release', OURS, {}, undefined, 'wait'],
    ['when the buyer asked', 'release', OURS, {}, 'pending', 'send'],
    ['when the domain left', 'release', GONE, {}, undefined, 'done'],
    ['when the code expired', 'release', OURS, { isCodeExpired: true }, undefined, 'give_up'],
    ['that asks for the domain', 'request_transfer', GONE, {}, undefined, 'send'],
    ['without a code', 'request_transfer', GONE, { authCode: null }, undefined, 'give_up'],
    ['under way', 'request_transfer', GONE, { last: 'pending' }, 'pending', 'wait'],
    ['that was rejected', 'request_transfer', GONE, { last: 'pending' }, 'clientRejected', 'give_up'],
    ['sent again after a rejection', 'request_transfer', GONE, { last: 'refused' }, 'clientRejected', 'send'],
    ['that arrived', 'request_transfer', OURS, { last: 'pending' }, undefined, 'done'],
  ])('%s: %s', (_, step, domain, wanted, state, verdict) => {
    expect(judge(step, domain, wanted, state)).toBe(verdict)
  })

  const refused = (isTemporary: boolean, code: number | string = 2304): Outcome<null> => ({
    kind: 'refused',
    code,
    message: 'no',
    isTemporary,
  })
  it.each<[string, StepName, Outcome<unknown>, number, string]>([
    ['done', 'push', { kind: 'done', value: null, serverTransaction: null }, 0, 'advance'],
    ['done, waiting', 'request_transfer', { kind: 'done', value: 'pending', serverTransaction: null }, 0, 'wait'],
    ['pending', 'push', { kind: 'pending', value: null, serverTransaction: null }, 0, 'wait'],
    ['unknown', 'push', { kind: 'unknown', message: 'lost' }, 0, 'retry'],
    ['unknown too often', 'push', { kind: 'unknown', message: 'lost' }, 8, 'give_up'],
    ['refused for now', 'push', refused(true), 3, 'retry'],
    ['refused', 'push', refused(false), 0, 'refuse'],
    ['refused as unsupported', 'push', refused(false, 'unsupported'), 0, 'use_auth_code'],
    ['refused in a step of ours', 'unlock', refused(false), 0, 'give_up'],
  ])('that is %s', (_, step, outcome, failures, next) => {
    expect(decideNext(step, outcome, failures).next).toBe(next)
  })

  it.each<[string, StepName, StepName, StepOutcome | null, boolean]>([
    ['needs no command', 'unlock', 'set_auth_code', null, true],
    ['was done before', 'set_nameservers', 'push', 'done', true],
    ['may have been sent by a process that died', 'unlock', 'set_auth_code', 'sent', false],
    ['waits for its outcome', 'request_transfer', 'push', 'pending', false],
    ['tells the buyer about the code', 'set_auth_code', 'release', null, false],
    ['comes before one that asks about the transfer', 'unlock', 'release', null, false],
  ])('that is done and %s: skipped or not', (_, step, next, last, isSkipped) => {
    expect(canSkip(step, next, last)).toBe(isSkipped)
  })
})
