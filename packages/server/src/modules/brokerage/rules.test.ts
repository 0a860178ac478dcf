// Brokerage's pure rules: every state with every action, eligibility, shares and tokens.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CASE_ACTIONS,
  CASE_STATUSES,
  type CaseStatus,
  computeShares,
  EVENT_OF,
  ineligibility,
  isClosed,
  isProgressToken,
  nextStatus,
  progressToken,
  sandboxLook,
  upcomingStatuses,
  withoutAddress,
} from './rules.ts'

const CHAIN: CaseStatus[] = ['opened', 'outreach', 'negotiating', 'agreed', 'in_escrow', 'completed']

describe('states', () => {
  for (const status of CASE_STATUSES)
    for (const action of CASE_ACTIONS)
      it(`${status} × ${action}`, () => {
        const open = CHAIN.indexOf(status) >= 0 && status !== 'completed'
        const expected = {
          advance: open && status !== 'in_escrow' ? CHAIN[CHAIN.indexOf(status) + 1] : null,
          complete: status === 'in_escrow' ? 'completed' : null,
          decline: open ? 'declined' : null,
          no_deal: open ? 'no_deal' : null,
          cancel: open ? 'cancelled' : null,
        }[action]
        expect(nextStatus(status, action)).toBe(expected)
      })

  it('tell of themselves by the event of the contract', () => {
    expect(CASE_STATUSES.map((status) => [status, EVENT_OF(status), isClosed(status)])).toEqual([
      ['opened', 'brokerage.case_opened', false],
      ['outreach', 'brokerage.case_updated', false],
      ['negotiating', 'brokerage.case_updated', false],
      ['agreed', 'brokerage.case_updated', false],
      ['in_escrow', 'brokerage.case_updated', false],
      ['completed', 'brokerage.case_completed', true],
      ['declined', 'brokerage.case_closed', true],
      ['no_deal', 'brokerage.case_closed', true],
      ['cancelled', 'brokerage.case_closed', true],
    ])
  })
})

describe('eligibility', () => {
  it('goes by what we know first, and lets pass what cannot be told', () => {
    const free = { listed: false, inCase: false }
    const site = { registered: true, activeSite: true }
    expect(ineligibility({ listed: true, inCase: true }, site)).toBe('listed_for_sale')
    expect(ineligibility({ listed: false, inCase: true }, site)).toBe('already_in_case')
    expect(ineligibility(free, { registered: false, activeSite: true })).toBe('unregistered')
    expect(ineligibility(free, site)).toBe('active_site')
    expect(ineligibility(free, { registered: true, activeSite: false })).toBeNull()
    expect(ineligibility(free, { registered: null, activeSite: null })).toBeNull()
  })

  it('follows the magic names in the sandbox', () => {
    expect(ineligibility({ listed: false, inCase: false }, sandboxLook('active-site.test'))).toBe('active_site')
    expect(ineligibility({ listed: false, inCase: false }, sandboxLook('unregistered.test'))).toBe('unregistered')
    for (const name of ['anything.test', 'constructor.test', '__proto__'])
      expect(ineligibility({ listed: false, inCase: false }, sandboxLook(name))).toBeNull()
  })
})

describe('a deal', () => {
  it('shares out whole cents and never more than there are', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999_999_999 }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (deal, feeBps, partnerCommissionBps) => {
          const { feeCents, commissionCents } = computeShares(deal, { feeBps, partnerCommissionBps })
          for (const share of [feeCents, commissionCents])
            expect(Number.isInteger(share) && share >= 0 && share <= deal).toBe(true)
        },
      ),
    )
  })
})

describe('the progress token', () => {
  const key = Buffer.alloc(32, 1)
  const token = progressToken(key, 'brk_one')

  it('opens its own case, again and again', () => {
    expect(progressToken(key, 'brk_one')).toBe(token)
    expect(isProgressToken(key, 'brk_one', token)).toBe(true)
  })

  it.each([
    ['another case', 'brk_two', token],
    ['nothing', 'brk_one', ''],
    ['a shorter one', 'brk_one', token.slice(0, -1)],
    ['a longer one', 'brk_one', `${token}A`],
    ['one letter changed', 'brk_one', `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`],
    ['other case letters', 'brk_one', token.toLowerCase()],
    ['one of another key', 'brk_one', progressToken(Buffer.alloc(32, 2), 'brk_one')],
    ['the same bytes in another spelling', 'brk_one', Buffer.from(token, 'base64url').toString('hex')],
  ])('refuses %s', (_, caseId, given) => {
    expect(isProgressToken(key, caseId, given)).toBe(false)
  })

  it('leaves no address in a text', () => {
    expect(withoutAddress('ask Ada@Example.com, ADA@example.com!', 'ada@example.com')).toBe('ask the buyer, the buyer!')
    expect(withoutAddress('nothing here', 'ada@example.com')).toBe('nothing here')
    // Letters that grow when they are made small, and addresses full of signs.
    const turkish = 'İ'.repeat(50)
    expect(withoutAddress(`${turkish} ada@example.com`, 'ada@example.com')).toBe(`${turkish} the buyer`)
    expect(withoutAddress('a+(b)[c]*$@x.example', 'A+(b)[c]*$@x.example')).toBe('the buyer')
    expect(withoutAddress('adaXexample.com', 'ada.example.com')).toBe('adaXexample.com')
  })
})

it('names the statuses ahead of a case, up to the deal', () => {
  expect(upcomingStatuses('negotiating')).toEqual(['agreed', 'in_escrow', 'completed'])
  for (const status of CASE_STATUSES)
    expect(upcomingStatuses(status).at(-1)).toBe(isClosed(status) ? undefined : 'completed')
})
