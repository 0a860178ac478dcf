// Operator commands: partners, keys, orders and settlement.
import { randomUUID } from 'node:crypto'
import type { OrderAction } from '@freehold/sdk'
import {
  ENVIRONMENTS,
  ORDER_ACTIONS,
  ORDER_STATUSES,
  PARTNER_ACTIONS,
  PARTNER_STATUSES,
  SCOPES,
} from '@freehold/sdk/enums'
import { type Command, parseChoice, text, whole } from '../command.ts'
import { domainText, moneyText, timeText } from '../output.ts'

const partners: Command = {
  name: 'operator partners',
  summary: 'List partners, or approve, suspend or reinstate one.',
  usage: `[PARTNER-ID (${PARTNER_ACTIONS.join('|')})] [--status pending]`,
  options: {
    status: { type: 'string', value: 'STATUS', help: 'Only partners with this status.', choices: PARTNER_STATUSES },
  },
  takes: [0, 2],
  async run({ args: [id, action], values, operator, output }) {
    const { partners: api } = operator().operator
    if (id) {
      const partner = action === undefined ? await api.get(id) : await api[parseChoice(PARTNER_ACTIONS, action)](id)
      output.show(partner, () => output.line(`${partner.partner_id}  ${partner.name}  ${partner.status}`))
      return
    }
    const status = text(values, 'status')
    const page = await api.list({ limit: 100, ...(status ? { status } : {}) })
    output.show(page, () =>
      output.table(
        page.partners,
        [
          ['PARTNER', (row) => row.partner_id],
          ['NAME', (row) => row.name],
          ['STATUS', (row) => row.status],
          ['CREATED', (row) => timeText(row.created_at)],
        ],
        'No partners match.',
      ),
    )
  },
}

const keys: Command = {
  name: 'operator keys',
  summary: "List a partner's keys, or issue, rotate or revoke one.",
  usage: 'PARTNER-ID [issue --scopes search,buy --environment sandbox] | KEY-ID (rotate|revoke) [--overlap SECONDS]',
  options: {
    scopes: {
      type: 'string',
      value: 'SCOPES',
      help: `For issue: scopes separated by commas (${SCOPES.join(', ')}). Default: search.`,
    },
    environment: {
      type: 'string',
      value: 'ENVIRONMENT',
      help: 'For issue. Default: sandbox.',
      choices: ENVIRONMENTS,
    },
    overlap: {
      type: 'string',
      value: 'SECONDS',
      help: 'For rotate: how long the old key stays valid. Default: 24 hours.',
    },
  },
  takes: [1, 2],
  async run({ args: [id = '', action], values, operator, output }) {
    const { credentials } = operator().operator
    const overlap = whole(text(values, 'overlap'), 'overlap')
    if (action === 'revoke') {
      const gone = await credentials.revoke(id)
      return output.show(gone, () => output.line(`Revoked ${id}.`))
    }
    if (action !== undefined) {
      const chosen = parseChoice(['issue', 'rotate', 'revoke'] as const, action)
      const scopes = (text(values, 'scopes') ?? 'search').split(',') as never
      const environment = parseChoice(ENVIRONMENTS, text(values, 'environment') ?? 'sandbox', 'environment')
      const issued =
        chosen === 'issue'
          ? await credentials.issue(id, { environment, scopes })
          : await credentials.rotate(id, overlap === undefined ? undefined : { overlap_seconds: overlap })
      output.show(issued, () => {
        output.facts([
          ['Key ID', issued.key_id],
          ['Secret', issued.secret],
        ])
        output.note('Store the secret now. It is not shown again.')
      })
      return
    }
    const page = await credentials.list(id)
    output.show(page, () =>
      output.table(
        page.credentials,
        [
          ['KEY', (row) => row.key_id],
          ['ENVIRONMENT', (row) => row.environment],
          ['SCOPES', (row) => row.scopes.join(',')],
          ['LAST USED', (row) => timeText(row.last_used_at)],
          ['REVOKED', (row) => timeText(row.revoked_at)],
        ],
        'This partner has no keys.',
      ),
    )
  },
}

/** The SDK's method for each action. */
const ORDER_METHODS = {
  hold: 'hold',
  clear: 'clear',
  start_transfer: 'startTransfer',
  fail_transfer: 'failTransfer',
  complete_transfer: 'completeTransfer',
  refund: 'refund',
  cancel: 'cancel',
} as const satisfies Record<OrderAction, string>

const orders: Command = {
  name: 'operator orders',
  summary: "List every partner's orders, show one, or change its status.",
  usage: `[ORDER-ID (${ORDER_ACTIONS.join('|')})] [--status MANUAL_REVIEW] [--note TEXT]`,
  options: {
    status: { type: 'string', value: 'STATUS', help: 'Only orders with this status.', choices: ORDER_STATUSES },
    note: { type: 'string', value: 'TEXT', help: 'A note for the timeline of the order.' },
  },
  takes: [0, 2],
  async run({ args: [id, action], values, operator, output }) {
    const { orders: api } = operator().operator
    if (id) {
      const note = text(values, 'note')
      const found = action
        ? await api[ORDER_METHODS[parseChoice(ORDER_ACTIONS, action)]](id, note ? { note } : undefined)
        : await api.get(id)
      return output.show(found, () => {
        output.line(`${found.public_id}  ${found.status}`)
        if (found.actions.length > 0)
          output.note(`Available actions: ${found.actions.map((one) => one.action).join(', ')}`)
      })
    }
    const status = text(values, 'status')
    const page = await api.list({ limit: 50, ...(status ? { status } : {}) })
    output.show(page, () =>
      output.table(
        page.orders,
        [
          ['ORDER', (row) => row.public_id],
          ['DOMAIN', domainText],
          ['PARTNER', (row) => row.partner_name],
          ['STATUS', (row) => row.status],
          ['PRICE', (row) => moneyText(row.sale_price_cents, row.currency), 'end'],
        ],
        'No orders match.',
      ),
    )
  },
}

const bulk: Command = {
  name: 'operator bulk',
  summary: 'Apply an action to up to 200 orders.',
  usage: `(${ORDER_ACTIONS.join('|')}) ORDER-ID… [--note TEXT] [--key KEY]`,
  options: {
    note: { type: 'string', value: 'TEXT', help: 'A note for the timeline of each order.' },
    key: {
      type: 'string',
      value: 'KEY',
      help: 'Idempotency key. Repeat a command with the same key to continue it. Default: a random key.',
    },
  },
  takes: [2, 201],
  async run({ args: [action = '', ...ids], values, operator, output }) {
    const note = text(values, 'note')
    const run = await operator().operator.orders.bulk({
      action: parseChoice(ORDER_ACTIONS, action),
      order_ids: ids,
      idempotency_key: text(values, 'key') ?? randomUUID(),
      ...(note ? { note } : {}),
    })
    output.show(run, () => {
      output.table(
        run.rows,
        [
          ['ORDER', (row) => row.public_id],
          ['OUTCOME', (row) => row.outcome],
          ['STATUS', (row) => row.status ?? ''],
          ['MESSAGE', (row) => row.message ?? ''],
        ],
        'No orders.',
      )
      output.note(`${run.done_count} done, ${run.failed_count} failed. Report: ${run.run_id}`)
    })
  },
}

const settle: Command = {
  name: 'operator settle',
  summary: 'Close the settlement periods that have ended.',
  usage: '[--period 2026-01]',
  options: {
    period: { type: 'string', value: 'YYYY-MM', help: 'Only this period. Default: every period that is due.' },
  },
  async run({ values, operator, output }) {
    const period = text(values, 'period')
    const run = await operator().operator.settlements.run(period ? { period } : undefined)
    output.show(run, () => output.line(`Closed ${run.settlements_count} statements with ${run.orders_count} orders.`))
  },
}

export const operatorCommands = [partners, keys, orders, bulk, settle]
