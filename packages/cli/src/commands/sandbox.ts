// Sandbox commands: act as the operator or the buyer, and move the sandbox clock.
import type { PartnerOrderAction } from '@freehold/sdk'
import { type Command, cents, parseChoice, text, whole } from '../command.ts'
import { moneyText, timeText } from '../output.ts'
import { UsageError } from '../usage.ts'

/** The SDK's method for each action. Refunds have their own command. */
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
  summary: 'Move an order to its next status, as an operator would.',
  usage: `ORDER-ID (${MOVES.join('|')})`,
  takes: [2, 2],
  async run({ args: [id = '', move = ''], partner, output }) {
    const moved = await partner().sandbox.orders[METHODS[parseChoice(MOVES, move)]](id)
    output.show(moved, () => output.line(`${moved.public_id}  ${moved.status}`))
  },
}

export const sandboxClock: Command = {
  name: 'sandbox clock',
  summary: 'Show or advance your sandbox clock.',
  usage: '[--advance SECONDS | --days DAYS]',
  options: {
    advance: { type: 'string', value: 'SECONDS', help: 'Advance the clock by this many seconds.' },
    days: { type: 'string', value: 'DAYS', help: 'Advance the clock by this many days.' },
  },
  async run({ values, partner, output }) {
    if (values.advance !== undefined && values.days !== undefined)
      throw new UsageError('Pass --advance or --days, not both.')
    const { clock } = partner().sandbox
    const days = whole(text(values, 'days'), 'days')
    const seconds = days === undefined ? whole(text(values, 'advance'), 'advance') : days * DAY_SECONDS
    const state = seconds === undefined ? await clock.get() : await clock.advance({ seconds })
    output.show(state, () => output.line(`Your sandbox clock: ${timeText(state.now)} UTC`))
  },
}

export const sandboxReset: Command = {
  name: 'sandbox reset',
  summary: 'Delete everything in your sandbox except keys and team.',
  usage: '--yes',
  options: { yes: { type: 'boolean', help: 'Confirm. This cannot be undone.' } },
  async run({ values, partner, output }) {
    if (!values.yes) throw new UsageError('This deletes all records of your sandbox. Pass --yes to confirm.')
    const state = await partner().sandbox.reset()
    output.show(state, () => output.line(`Your sandbox is reset. Its clock: ${timeText(state.now)} UTC`))
  },
}

export const sandboxSettle: Command = {
  name: 'sandbox settle',
  summary: 'Close the settlement period up to the current time of your sandbox clock.',
  usage: '',
  async run({ partner, output }) {
    const run = await partner().sandbox.settlements.run()
    output.show(run, () =>
      output.table(
        run.settlements,
        [
          ['STATEMENT', (row) => row.settlement_id],
          ['PERIOD END', (row) => timeText(row.period_end)],
          ['ORDERS', (row) => row.orders_count, 'end'],
          ['GROSS', (row) => moneyText(row.gross_sold_cents, row.currency), 'end'],
          ['COMMISSION', (row) => moneyText(row.commission_retained_cents, row.currency), 'end'],
          ['OWED', (row) => moneyText(row.amount_owed_cents, row.currency), 'end'],
          ['STATUS', (row) => row.status],
        ],
        'No statements: no order has been delivered yet.',
      ),
    )
  },
}

export const sandboxPay: Command = {
  name: 'sandbox pay',
  summary: 'Pay a checkout session as the buyer would.',
  usage: 'SESSION-ID [--declined]',
  options: { declined: { type: 'boolean', help: 'Let the card be declined.' } },
  takes: [1, 1],
  async run({ args: [id = ''], values, partner, output }) {
    const session = await partner().sandbox.checkoutSessions.pay(id, { outcome: values.declined ? 'declined' : 'paid' })
    output.show(session, () => output.line(`${session.session_id}  ${session.status}`))
  },
}

export const sandboxSale: Command = {
  name: 'sandbox sale',
  summary: 'Simulate a sale through one of your referral links.',
  usage: 'LINK-ID DOMAIN',
  takes: [2, 2],
  async run({ args: [link = '', domain = ''], partner, output }) {
    const sale = await partner().sandbox.links.sale(link, { domain })
    output.show(sale, () =>
      output.facts([
        ['Sale', sale.sale_id],
        ['Order', sale.order_public_id],
        ['Domain', sale.domain],
        ['Price', moneyText(sale.amount_cents, sale.currency)],
        ['Your commission', moneyText(sale.commission_cents, sale.currency)],
      ]),
    )
  },
}

export const sandboxCase: Command = {
  name: 'sandbox case',
  summary: 'Advance a brokerage case by one step.',
  usage: 'CASE-ID [--deal 5000]',
  options: { deal: { type: 'string', value: 'AMOUNT', help: 'The agreed price, for the last step.' } },
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
