// The helpers of the sandbox: the other side of a sale, and the partner's own clock.
import type { PartnerOrderAction } from '@freehold/sdk'
import { type Command, cents, oneOf, text, whole } from '../command.ts'
import { moneyText, timeText } from '../output.ts'
import { UsageError } from '../usage.ts'

/** The SDK's method of each move. A refund is asked for by itself. */
const METHODS = {
  start_transfer: 'startTransfer',
  complete_transfer: 'completeTransfer',
  fail_transfer: 'failTransfer',
  clear: 'clear',
  hold: 'hold',
} as const satisfies Record<Exclude<PartnerOrderAction, 'refund'>, string>
const MOVES = Object.keys(METHODS) as (keyof typeof METHODS)[]
const DAY_SECONDS = 86_400

export const sandboxOrder: Command = {
  name: 'sandbox order',
  summary: 'Move an order as an operator would.',
  usage: `ORDER-ID (${MOVES.join('|')})`,
  takes: [2, 2],
  async run({ args: [id = '', move = ''], partner, output }) {
    const moved = await partner().sandbox.orders[METHODS[oneOf(MOVES, move)]](id)
    output.show(moved, () => output.line(`${moved.public_id}  ${moved.status}`))
  },
}

export const sandboxClock: Command = {
  name: 'sandbox clock',
  summary: 'Your own clock in the sandbox; advance it to age what waits.',
  usage: '[--advance SECONDS | --days DAYS]',
  options: { advance: { type: 'string' }, days: { type: 'string' } },
  async run({ values, partner, output }) {
    if (values.advance !== undefined && values.days !== undefined)
      throw new UsageError('give --advance or --days, not both')
    const { clock } = partner().sandbox
    const days = whole(text(values, 'days'), 'days')
    const seconds = days === undefined ? whole(text(values, 'advance'), 'advance') : days * DAY_SECONDS
    const state = seconds === undefined ? await clock.get() : await clock.advance({ seconds })
    output.show(state, () => output.line(`Your clock says ${timeText(state.now)} UTC.`))
  },
}

export const sandboxSettle: Command = {
  name: 'sandbox settle',
  summary: 'Close your period up to now, on your own clock.',
  usage: '',
  async run({ partner, output }) {
    const run = await partner().sandbox.settlements.run()
    output.show(run, () =>
      output.table(
        run.settlements,
        [
          ['STATEMENT', (row) => row.settlement_id],
          ['UNTIL', (row) => timeText(row.period_end)],
          ['ORDERS', (row) => row.orders_count, 'end'],
          ['SOLD', (row) => moneyText(row.gross_sold_cents, row.currency), 'end'],
          ['KEPT', (row) => moneyText(row.commission_retained_cents, row.currency), 'end'],
          ['OWED', (row) => moneyText(row.amount_owed_cents, row.currency), 'end'],
          ['STATUS', (row) => row.status],
        ],
        'Nothing was delivered yet.',
      ),
    )
  },
}

export const sandboxPay: Command = {
  name: 'sandbox pay',
  summary: 'Pay a checkout session as its buyer would.',
  usage: 'SESSION-ID [--declined]',
  options: { declined: { type: 'boolean' } },
  takes: [1, 1],
  async run({ args: [id = ''], values, partner, output }) {
    const session = await partner().sandbox.checkoutSessions.pay(id, { outcome: values.declined ? 'declined' : 'paid' })
    output.show(session, () => output.line(`${session.session_id}  ${session.status}`))
  },
}

export const sandboxSale: Command = {
  name: 'sandbox sale',
  summary: 'A visitor clicks one of your links and buys a name.',
  usage: 'LINK-ID NAME',
  takes: [2, 2],
  async run({ args: [link = '', domain = ''], partner, output }) {
    const sale = await partner().sandbox.links.sale(link, { domain })
    output.show(sale, () =>
      output.facts([
        ['sale', sale.sale_id],
        ['order', sale.order_public_id],
        ['name', sale.domain],
        ['price', moneyText(sale.amount_cents, sale.currency)],
        ['your commission', moneyText(sale.commission_cents, sale.currency)],
      ]),
    )
  },
}

export const sandboxCase: Command = {
  name: 'sandbox case',
  summary: 'Move a brokerage case one step on.',
  usage: 'CASE-ID [--deal 5000]',
  options: { deal: { type: 'string' } },
  takes: [1, 1],
  async run({ args: [id = ''], values, partner, output }) {
    const deal = cents(text(values, 'deal'), 'deal')
    const moved = await partner().sandbox.brokerage.advance(
      id,
      deal === undefined ? undefined : { deal_price_cents: deal },
    )
    output.show(moved, () => output.line(`${moved.case_id}  ${moved.status}`))
  },
}
