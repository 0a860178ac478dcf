// Cursors, and what becomes of noted changes.
import { describe, expect, it } from 'vitest'
import { CHANGE_KINDS, type Change, type ChangeKind } from '../../kernel/contracts/changes.ts'
import type { Id } from '../../kernel/ids.ts'
import { CHANGES_BATCH_MAX, CHANGES_CURSOR_LENGTH_MAX, CHANGES_RESUME_SECONDS } from '../../kernel/limits.ts'
import {
  formatBatch,
  formatCursor,
  formatHeartbeat,
  isLost,
  KINDS_FOR_PARTNERS,
  type NotedChange,
  parseCursor,
  placeAfter,
  selectChanges,
  toBatch,
  toChanges,
} from './rules.ts'

const AT = new Date('2026-11-17T12:00:00.000Z')
const cursor = (snapshot: string, { generation = 1, at = AT } = {}) => ({ generation, at, snapshot })
const PARTNER = 'ptn_1' as Id<'partner'>
const noted = (kind: string, id: string, partnerId = PARTNER): NotedChange => ({
  kind,
  id,
  partnerId,
  environment: 'live',
})

describe('a cursor', () => {
  it.each(['1.1700000000.700:700:', '3.0.1:9:2,5,8', '1.1700000000.700:9000000000:700,701'])('reads %s', (text) =>
    expect(formatCursor(parseCursor(text)!)).toBe(text),
  )

  it.each([
    '',
    '1',
    '1.2',
    '1.2.3',
    '1.2.5:4:',
    '1.2.0:4:',
    '1.2.3:9:2',
    '1.2.3:9:9',
    '1.2.3:9:5,4',
    '1.2.3:9:5,5',
    '1.2.3:9:5,',
    '1.2.3:9:,',
    '1.2.9223372036854775808:9223372036854775809:',
    "1.2.3:9:'",
    ' 1.2.3:9:',
    `1.2.3:99999999:${'4,'.repeat(2000)}5`,
  ])('does not accept %j', (text) => expect(parseCursor(text)).toBeNull())

  it('leaves out running transactions that do not fit', () => {
    const many = Array.from({ length: 500 }, (_, index) => 1_000_000 + index).join(',')
    const place = placeAfter(1, `1000000:2000000:${many}`, AT)
    expect(place.snapshot).toBe('1000000:1000000:')
    expect(formatCursor(place).length).toBeLessThan(CHANGES_CURSOR_LENGTH_MAX)
    expect(placeAfter(1, '7:9:8', AT).snapshot).toBe('7:9:8')
  })

  it('is lost on another server, after too long, and after a restored backup', () => {
    const now = cursor('100:110:')
    expect(isLost(cursor('90:95:91'), now)).toBe(false)
    expect(isLost(cursor('90:95:91', { generation: 2 }), now)).toBe(true)
    expect(isLost(cursor('90:95:91', { at: new Date(AT.getTime() - CHANGES_RESUME_SECONDS * 1000) }), now)).toBe(false)
    expect(isLost(cursor('90:95:', { at: new Date(AT.getTime() - CHANGES_RESUME_SECONDS * 1000 - 1) }), now)).toBe(true)
    expect(isLost(cursor('100:111:'), now)).toBe(true)
  })
})

describe('noted changes', () => {
  it.each([
    ['order.recorded', 'order.created'],
    ['order.paid', 'order.created'],
    ['order.held', 'order.updated'],
    ['transfer.failed', 'order.updated'],
    ['brokerage.case_opened', 'brokerage_case.created'],
    ['brokerage.case_closed', 'brokerage_case.updated'],
    ['payout.updated', 'payout.updated'],
  ])('%s is %s', (kind, expected) => expect(toChanges([noted(kind, 'x')])[0]!.kind).toBe(expected))

  it('are one change for each record, and a new record stays new', () =>
    expect(
      toChanges([
        noted('order.recorded', 'ord_1'),
        noted('order.held', 'ord_1'),
        noted('order.transfer_started', 'ord_2'),
        noted('transfer.started', 'ord_2'),
        noted('payout.updated', 'ord_2'),
      ]).map(({ kind, id }) => [kind, id]),
    ).toEqual([
      ['order.created', 'ord_1'],
      ['order.updated', 'ord_2'],
      ['payout.updated', 'ord_2'],
    ]))

  it('have no ID where many records changed', () =>
    expect(toChanges([noted('webhook_deliveries.updated', '')])[0]!.id).toBeNull())

  it('are left out when there are too many', () => {
    const many = Array.from({ length: CHANGES_BATCH_MAX + 1 }, (_, n) => noted('order.held', `ord_${n}`))
    expect(toBatch(many, cursor('1:1:'))).toMatchObject({ changes: [], isReset: true })
    expect(toBatch(many.slice(1), cursor('1:1:'))).toMatchObject({
      changes: { length: CHANGES_BATCH_MAX },
      isReset: false,
    })
  })
})

describe('who sees what', () => {
  const changes = toChanges([
    noted('order.held', 'ord_1'),
    noted('order.held', 'ord_2', 'ptn_2' as Id<'partner'>),
    noted('buyer_refund.updated', 'ord_1'),
  ])
  const listIds = (seen: readonly Change[]) => seen.map(({ kind, id }) => `${kind} ${id}`)

  it('an operator sees everything', () => expect(selectChanges(changes, null)).toBe(changes))

  it('a team sees the kinds that are for partners and no other', () => {
    const all = CHANGE_KINDS.map((kind): Change => ({ kind, id: kind, partnerId: PARTNER, environment: 'live' }))
    const seen = selectChanges(all, { partnerId: PARTNER, environment: 'live' })
    expect(seen.map(({ kind }) => kind)).toEqual(KINDS_FOR_PARTNERS)
    expect(selectChanges([{ ...all[0]!, kind: 'secret.updated' as ChangeKind }], all[0]!)).toEqual([])
  })

  it("a team sees its partner's own, in its environment, without what only operators see", () => {
    const kinds = ['dispute', 'offer', 'registry_command', 'listing', 'seller_payout']
    const hidden = toChanges(kinds.map((kind) => noted(`${kind}.updated`, 'x_1')))
    expect(selectChanges(hidden, { partnerId: PARTNER, environment: 'live' })).toEqual([])
    expect(selectChanges(hidden, null)).toHaveLength(kinds.length)
    expect(listIds(selectChanges(changes, { partnerId: PARTNER, environment: 'live' }))).toEqual([
      'order.updated ord_1',
    ])
    expect(selectChanges(changes, { partnerId: PARTNER, environment: 'sandbox' })).toEqual([])
  })
})

describe('an event stream', () => {
  const place = cursor('7:7:')

  it('has the changes and the cursor in one event', () =>
    expect(formatBatch({ changes: toChanges([noted('order.held', 'ord_1')]), isReset: false, cursor: place })).toBe(
      'id: 1.1794916800.7:7:\nevent: changes\n' +
        'data: {"changes":[{"kind":"order.updated","id":"ord_1","partner_id":"ptn_1","environment":"live"}],"reset":false}\n\n',
    ))

  it('has heartbeats without data', () => expect(formatHeartbeat(place)).toBe(': heartbeat\nid: 1.1794916800.7:7:\n\n'))
})
