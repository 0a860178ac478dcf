// What the engine does about a command, from what the registry says; and what a registration needs.
import { describe, expect, it } from 'vitest'
import { COMMAND_STATES, OPERATOR_ACTIONS, operatorActions } from './rules/commands.ts'
import { decideNext, decideRetry, judgeStep, type SeenDomain, type Wanted } from './rules/judge.ts'
import { findProblem, type RegistrationRules } from './rules/purchases.ts'

const BASE = new Date('2027-01-31T10:00:00Z')
const RENEWED = new Date('2028-01-31T10:00:00Z')
const DOMAIN: SeenDomain = { isOurs: true, statuses: [], nameservers: [], expiresAt: BASE }
const NEVER: Wanted = { params: { years: 1 }, baseExpiresAt: null, mayHaveHappened: false, wasPending: false }
const MAYBE: Wanted = { ...NEVER, baseExpiresAt: BASE, mayHaveHappened: true }
const see = (domain: SeenDomain | null) => ({ domain, offer: null })

describe('a renewal', () => {
  it.each([
    ['is sent when nothing was sent', DOMAIN, NEVER, 'send'],
    ['is sent again when the expiry date did not move', DOMAIN, MAYBE, 'send'],
    ['is done when the expiry date moved after a lost response', { ...DOMAIN, expiresAt: RENEWED }, MAYBE, 'done'],
    ['is sent when someone else moved the date before', { ...DOMAIN, expiresAt: RENEWED }, NEVER, 'send'],
    [
      'is left to an operator when the date moved oddly',
      { ...DOMAIN, expiresAt: new Date('2027-06-01') },
      MAYBE,
      'give_up',
    ],
    ['is left to an operator without a date', { ...DOMAIN, expiresAt: null }, NEVER, 'give_up'],
    ['fails for a domain that is not ours', { ...DOMAIN, isOurs: false }, NEVER, 'fail'],
    [
      'is left to an operator when the domain left after a lost response',
      { ...DOMAIN, isOurs: false },
      MAYBE,
      'give_up',
    ],
    ['waits while the registry works on it', { ...DOMAIN, statuses: ['pendingRenew'] }, MAYBE, 'wait'],
  ] as const)('%s', (_, domain, wanted, expected) => {
    expect(judgeStep('renew', see(domain), wanted).do).toBe(expected)
  })
})

describe('a registration', () => {
  const available = { domain: null, offer: { isAvailable: true, reason: null } }
  const reserved = { domain: null, offer: { isAvailable: false, reason: 'Reserved' } }
  it.each([
    ['is sent while the name is available', available, NEVER, 'send'],
    ['is sent again when a lost command did nothing', available, MAYBE, 'send'],
    ['is done when the name is ours after a lost response', see(DOMAIN), MAYBE, 'done'],
    ['fails when the name was ours before', see(DOMAIN), NEVER, 'fail'],
    ['fails when someone else has the name', see({ ...DOMAIN, isOurs: false }), MAYBE, 'fail'],
    ['fails when the registry reserves the name', reserved, NEVER, 'fail'],
    ['waits while the registry works on it', see({ ...DOMAIN, statuses: ['pendingCreate'] }), MAYBE, 'wait'],
    ['fails when the registry rejected it later', available, { ...MAYBE, wasPending: true }, 'fail'],
  ] as const)('%s', (_, seen, wanted, expected) => {
    expect(judgeStep('register', seen, wanted).do).toBe(expected)
  })
})

describe('a change', () => {
  const wanted = (params: Wanted['params']): Wanted => ({ ...NEVER, params })
  it('is done when the registry has the state already', () => {
    const domain = {
      ...DOMAIN,
      nameservers: ['NS2.example.net', 'ns1.example.net'],
      statuses: ['clientTransferProhibited'],
    }
    const nameservers = ['ns1.example.net', 'ns2.example.net']
    expect(judgeStep('set_nameservers', see(domain), wanted({ nameservers })).do).toBe('done')
    expect(judgeStep('set_lock', see(domain), wanted({ locked: true })).do).toBe('done')
    expect(judgeStep('set_lock', see(domain), wanted({ locked: false })).do).toBe('send')
    expect(judgeStep('set_privacy', see(domain), wanted({ enabled: true })).do).toBe('send')
  })
})

describe('an outcome', () => {
  const refused = { kind: 'refused', code: 2302, message: 'The domain exists.', isTemporary: false } as const
  const attempted = { failures: 0, isPaid: true, mayHaveHappened: false }
  it('of a refusal ends the command, unless an earlier one may have taken effect', () => {
    expect(decideNext(refused, attempted).next).toBe('fail')
    expect(decideNext(refused, { ...attempted, mayHaveHappened: true }).next).toBe('retry')
  })
  it('that nothing was sent is tried again, also for a refused login', () => {
    expect(decideNext({ ...refused, code: 'unsent' }, attempted).next).toBe('retry')
  })
  it('that is unknown for too long needs an operator if it was paid, and fails otherwise', () => {
    expect(decideRetry('unknown', 'Lost.', { ...attempted, failures: 7 }).next).toBe('retry')
    expect(decideRetry('unknown', 'Lost.', { ...attempted, failures: 8 }).next).toBe('give_up')
    expect(decideRetry('unknown', 'Lost.', { ...attempted, failures: 8, isPaid: false }).next).toBe('fail')
  })
})

describe('the rules of a TLD', () => {
  const RULES: RegistrationRules = {
    tld: 'test',
    minYears: 1,
    maxYears: 10,
    organizationRequired: null,
    localPresenceRequired: null,
    allowedCountries: null,
    nameserversRequired: null,
    nameserversMin: 2,
    nameserversMax: 3,
  }
  const ASKED = { years: 1, nameservers: [], country: 'US', organization: null }
  it.each([
    ['nothing is wrong', {}, {}, null],
    ['the term is too short', { minYears: 2 }, {}, 'years'],
    ['the term is too long', {}, { years: 11 }, 'years'],
    ['an organization is missing', { organizationRequired: true }, {}, 'registrant.organization'],
    ['the country is not allowed', { allowedCountries: ['DE'] }, {}, 'registrant.country'],
    ['nameservers are missing', { nameserversRequired: true }, {}, 'nameservers'],
    ['there is one nameserver', {}, { nameservers: ['a.test'] }, 'nameservers'],
    ['there are too many', {}, { nameservers: ['a.test', 'b.test', 'c.test', 'd.test'] }, 'nameservers'],
  ])('say that %s', (_, rules, asked, field) => {
    expect(findProblem({ ...RULES, ...rules }, { ...ASKED, ...asked })?.field ?? null).toBe(field)
  })
})

describe('operators', () => {
  const OFFERED: Record<string, readonly string[]> = {
    unpaid: [],
    queued: ['take_over'],
    needs_operator: ['retry', 'confirm', 'fail'],
    done: [],
    failed: [],
  }
  it.each(COMMAND_STATES)('may do this with a command that is %s', (state) => {
    expect(operatorActions(state).map(({ action }) => action)).toEqual(OFFERED[state])
  })

  it('have a use for every action', () => {
    expect(new Set(Object.values(OFFERED).flat())).toEqual(new Set(OPERATOR_ACTIONS))
  })
})
