// What an operator's text can stand for, and what of the answers is kept.
import { describe, expect, it } from 'vitest'
import { FOUND_MAX, type FoundKind, pickBestHits, readAsked } from './search.ts'

const BODY = '01k9zq4x7v3m8n2p5r6s7t8w9y'

describe('a text', () => {
  it.each([
    [`ptn_${BODY}`, 'partner'],
    [` ORD_${BODY.toUpperCase()} `, 'order'],
    [`lst_${BODY}`, 'listing'],
    [`brk_${BODY}`, 'brokerage_case'],
    [`cs_${BODY}`, 'checkout_session'],
    [`stl_${BODY}`, 'settlement'],
    [`pay_${BODY}`, 'payout'],
    [`usr_${BODY}`, 'user'],
    [`evt_${BODY}`, 'event'],
    [`dlv_${BODY}`, 'delivery'],
    [`req_${BODY}`, 'request'],
    ['pk_live_5f0c2a', 'credential'],
    [`ord_${BODY}x`, null],
    ['ord_', null],
    [`sk_live_${BODY}`, null],
    ['quickwheels', null],
  ])('%j is the id of: %s', (q, kind) => expect(readAsked(q).idKind).toBe(kind))

  it.each([
    ['Quickwheels.com', 'quickwheels.com', 'quickwheels.com'],
    ['münchen.com', 'xn--mnchen-3ya.com', null],
    ['held.test', 'held.test', 'held.test'],
    ['quick', null, 'quick'],
    ['quickwheels.c', null, 'quickwheels.c'],
    ['a b', null, null],
    ['a@b.example', null, null],
    ['%_', null, null],
  ])('%j is the name %s, and names may begin with %s', (q, domain, start) => {
    const asked = readAsked(q)
    expect([asked.domain, asked.domainStart]).toEqual([domain, start])
  })
})

describe('what was found', () => {
  const hit = (kind: FoundKind, id: string) => ({ kind, id })

  it('is shown once, where it is most certain', () => {
    const hits = [[hit('order', 'a')], [hit('listing', 'a'), hit('order', 'a')], [hit('order', 'b')]]
    expect(pickBestHits(hits)).toEqual([hit('order', 'a'), hit('listing', 'a'), hit('order', 'b')])
  })

  it('is cut where nobody reads on', () => {
    const many = Array.from({ length: 100 }, (_, index) => hit('order', String(index)))
    expect(pickBestHits([many])).toEqual(many.slice(0, FOUND_MAX))
  })
})
