// The rules of periods, statement ids, ranges and CSV cells.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toCsvResponse, wantsCsv } from '../../http/csv.ts'
import { isId } from '../../kernel/ids.ts'
import { formatDecimal } from '../../kernel/money.ts'
import type { Owner } from '../../kernel/owner.ts'
import { nextState } from '../../kernel/state-machine.ts'
import { PAYOUT_ACTIONS, PAYOUT_MACHINE, PAYOUT_STATUSES } from './rules/payouts.ts'
import {
  closingEnd,
  collectsFrom,
  findPeriod,
  holdSeconds,
  monthStart,
  nextMonth,
  type Period,
  parseMonth,
} from './rules/periods.ts'
import { type Cut, cutRange, EARLIEST, LATEST } from './rules/ranges.ts'
import { statementId } from './rules/statement-id.ts'
import { bucketStart } from './rules/transactions.ts'

const day = (text: string) => new Date(`${text}T00:00:00.000Z`)
const moment = () => fc.date({ min: day('2024-01-01'), max: day('2028-01-01'), noInvalidDate: true })

describe('periods', () => {
  it('hold seven days, in the sandbox none', () => {
    expect([holdSeconds('live'), holdSeconds('sandbox')]).toEqual([604_800, 0])
  })

  it('are calendar months in UTC', () => {
    expect(findPeriod(new Date('2026-01-31T23:59:59.999Z'), [])).toEqual({
      start: day('2026-01-01'),
      end: day('2026-02-01'),
    })
    expect(findPeriod(day('2026-02-01'), [])).toEqual({ start: day('2026-02-01'), end: day('2026-03-01') })
    expect(findPeriod(day('2026-12-31'), [])).toEqual({ start: day('2026-12-01'), end: day('2027-01-01') })
  })

  it('go on after a cut, and what comes late joins the next', () => {
    const cut: Period[] = [{ start: day('2026-01-01'), end: day('2026-01-10') }]
    const rest = { start: day('2026-01-10'), end: day('2026-02-01') }
    expect(findPeriod(day('2026-01-05'), cut)).toEqual(rest)
    expect(findPeriod(day('2026-01-20'), cut)).toEqual(rest)
    expect(findPeriod(day('2026-01-20'), [...cut, rest])).toEqual({ start: day('2026-02-01'), end: day('2026-03-01') })
  })

  it('end for a run once they are over; the sandbox cuts them at its now', () => {
    const january = findPeriod(day('2026-01-05'), [])
    expect(closingEnd(january, new Date('2026-01-31T23:59:59.999Z'), false)).toBeNull()
    expect(closingEnd(january, day('2026-02-01'), false)).toEqual(january.end)
    expect(closingEnd(january, day('2026-01-20'), true)).toEqual(day('2026-01-20'))
    expect(closingEnd(january, day('2026-03-01'), true)).toEqual(january.end)
    expect(closingEnd(january, january.start, true)).toBeNull()
  })

  it('give everything exactly one statement, whatever was closed before it', () => {
    fc.assert(
      fc.property(
        fc.array(moment(), { minLength: 1, maxLength: 30 }),
        fc.array(moment(), { maxLength: 6 }),
        (times, runs) => {
          const closed: Period[] = []
          // Every run cuts at its time whatever is open then.
          for (const now of [...runs].sort((a, b) => a.getTime() - b.getTime()))
            for (const at of times) {
              const period = findPeriod(at, closed)
              const end = closingEnd(period, now, true)
              if (end && at < now) closed.push({ start: period.start, end })
            }
          for (const period of closed) {
            expect(monthStart(period.start) <= period.start && period.end <= nextMonth(period.start)).toBe(true)
            expect(closed.filter((other) => other.start < period.end && period.start < other.end)).toHaveLength(1)
          }
          for (const at of times) {
            const period = findPeriod(at, closed)
            expect(closed.some((one) => one.start < period.end && period.start < one.end)).toBe(false)
            expect(at < period.end).toBe(true)
            expect(collectsFrom(period, closed) <= at).toBe(true)
          }
        },
      ),
    )
  })

  it('are named by their month', () => {
    expect(parseMonth('2026-02')).toEqual(day('2026-02-01'))
    for (const text of ['2026-00', '2026-13', '2026-2', '26-02', '2026-02-01', '']) expect(parseMonth(text)).toBeNull()
  })
})

describe('statement ids', () => {
  const owner = { partnerId: 'ptn_x', environment: 'live' } as unknown as Owner
  it('follow from partner, environment, currency and start, and sort by period', () => {
    const january = statementId(owner, 'USD', day('2026-01-01'))
    expect(isId('settlement', january)).toBe(true)
    expect(statementId({ ...owner }, 'USD', day('2026-01-01'))).toBe(january)
    expect(statementId(owner, 'EUR', day('2026-01-01'))).not.toBe(january)
    expect(statementId({ ...owner, environment: 'sandbox' }, 'USD', day('2026-01-01'))).not.toBe(january)
    expect(statementId(owner, 'EUR', day('2026-02-01')) > january).toBe(true)
  })
})

describe('ranges', () => {
  const covered = ({ segments, edges }: Cut) =>
    [...segments, ...edges].map(({ from, to }) => [from.getTime(), to.getTime()] as const).sort(([a], [b]) => a - b)

  it('are covered whole, without gaps or overlaps, each piece on its grain', () => {
    fc.assert(
      fc.property(moment(), moment(), fc.constantFrom('hour', 'day', 'month' as const), (one, other, coarsest) => {
        const [from, to] = one < other ? [one, other] : [other, one]
        const cut = cutRange(from, to, coarsest as 'month')
        const pieces = covered(cut)
        if (from < to) {
          expect(pieces[0]?.[0]).toBe(from.getTime())
          expect(pieces.at(-1)?.[1]).toBe(to.getTime())
        }
        for (let i = 1; i < pieces.length; i++) expect(pieces[i]![0]).toBe(pieces[i - 1]![1])
        for (const { grain, from: start, to: end } of cut.segments)
          for (const at of [start, end]) {
            const text = at.toISOString()
            expect(
              text.endsWith(
                grain === 'month' ? '-01T00:00:00.000Z' : grain === 'day' ? 'T00:00:00.000Z' : ':00:00.000Z',
              ),
            ).toBe(true)
          }
        for (const edge of cut.edges) expect(edge.to.getTime() - edge.from.getTime()).toBeLessThan(7_200_000)
        expect(cut.segments.length).toBeLessThanOrEqual(5)
      }),
    )
  })

  it('without ends are whole months', () => {
    expect(cutRange(undefined, undefined)).toEqual({
      segments: [{ grain: 'month', from: EARLIEST, to: LATEST }],
      whole: { from: EARLIEST, to: LATEST },
      edges: [],
    })
  })
})

describe('buckets', () => {
  it('start at midnight, on Monday, on the first', () => {
    const at = new Date('2026-11-15T06:00:00.000Z')
    expect(bucketStart(at, 'day')).toEqual(day('2026-11-15'))
    expect(bucketStart(at, 'week')).toEqual(day('2026-11-09'))
    expect(bucketStart(at, 'month')).toEqual(day('2026-11-01'))
  })
})

describe('payouts', () => {
  it('move as the table says and no other way', () => {
    const table = PAYOUT_STATUSES.map((status) =>
      PAYOUT_ACTIONS.map((action) => nextState(PAYOUT_MACHINE, status, action)),
    )
    expect(table).toEqual([
      ['in_transit', null, 'failed'],
      [null, 'paid', 'failed'],
      [null, null, null],
      [null, null, null],
    ])
  })
})

describe('CSV', () => {
  it.each([
    ['text/csv', true],
    ['text/csv; charset=utf-8', true],
    ['application/json, text/csv', true],
    ['application/json, text/csv;q=0.5', false],
    ['text/csv;q=0', false],
    ['*/*', false],
    ['application/json', false],
    [undefined, false],
  ])('Accept %s: %s', (accept, csv) => {
    expect(wantsCsv(accept)).toBe(csv)
  })

  it('quotes what must be quoted and defuses formulas, but not numbers', async () => {
    async function* rows() {
      yield [
        { a: 'x,"y"\n', b: -5, c: null },
        { a: '=1+1', b: 0, c: 'z' },
      ]
    }
    const { body } = toCsvResponse(['a', 'b', 'c'], rows())
    let text = ''
    for await (const part of body) text += part
    expect(text).toBe('a,b,c\r\n"x,""y""\n",-5,\r\n\'=1+1,0,z\r\n')
  })
})

it.each([
  [0, 'USD', '0.00'],
  [5, 'USD', '0.05'],
  [-1234, 'EUR', '-12.34'],
  [123_456_789, 'USD', '1234567.89'],
  [1234, 'JPY', '1234'],
])('writes %d minor units of %s as %s', (cents, currency, text) => {
  expect(formatDecimal(cents, currency)).toBe(text)
})
