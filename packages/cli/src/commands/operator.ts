// Running the marketplace from the command line: partners and keys, inventory, orders, settlement.
import { createReadStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { Environment, ListingImport, OrderAction } from '@freehold/sdk'
import { ENVIRONMENTS, ORDER_ACTIONS, PARTNER_ACTIONS } from '@freehold/sdk/enums'
import { type Command, oneOf, text, whole } from '../command.ts'
import { moneyText, timeText } from '../output.ts'
import { UsageError } from '../usage.ts'

function environmentOf(typed: string | undefined): Environment {
  const found = ENVIRONMENTS.find((name) => name === (typed ?? 'sandbox'))
  if (!found) throw new UsageError(`--environment is sandbox or live, not "${typed}"`)
  return found
}

const partners: Command = {
  name: 'operator partners',
  summary: 'Partners; or approve, suspend, reinstate one.',
  usage: `[PARTNER-ID (${PARTNER_ACTIONS.join('|')})] [--status pending]`,
  options: { status: { type: 'string' } },
  takes: [0, 2],
  async run({ args: [id, action], values, operator, output }) {
    const { partners: api } = operator().operator
    if (id) {
      const partner = action === undefined ? await api.get(id) : await api[oneOf(PARTNER_ACTIONS, action)](id)
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
          ['SINCE', (row) => timeText(row.created_at)],
        ],
        'No partners.',
      ),
    )
  },
}

const keys: Command = {
  name: 'operator keys',
  summary: "A partner's keys; or issue, rotate, revoke one.",
  usage: 'PARTNER-ID [issue --scopes search,buy --environment sandbox] | KEY-ID (rotate|revoke)',
  options: { scopes: { type: 'string' }, environment: { type: 'string' }, overlap: { type: 'string' } },
  takes: [1, 2],
  async run({ args: [id = '', action], values, operator, output }) {
    const { credentials } = operator().operator
    const overlap = whole(text(values, 'overlap'), 'overlap')
    if (action === 'revoke') {
      const gone = await credentials.revoke(id)
      return output.show(gone, () => output.line(`${id} is revoked.`))
    }
    if (action === 'issue' || action === 'rotate') {
      const scopes = (text(values, 'scopes') ?? 'search').split(',') as never
      const environment = environmentOf(text(values, 'environment'))
      const issued =
        action === 'issue'
          ? await credentials.issue(id, { environment, scopes })
          : await credentials.rotate(id, overlap === undefined ? undefined : { overlap_seconds: overlap })
      output.show(issued, () => {
        output.facts([
          ['key id', issued.key_id],
          ['secret', issued.secret],
        ])
        output.note('The secret is shown this once.')
      })
      return
    }
    if (action !== undefined) throw new UsageError(`"${action}" is no action; try issue, rotate, revoke`)
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
        'No keys.',
      ),
    )
  },
}

const IMPORT_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const

/** By what was typed, else by the file's name. */
function importType(format: string, file: string): string {
  const name = format || (file.endsWith('.csv') ? 'csv' : 'ndjson')
  if (name !== 'csv' && name !== 'ndjson') throw new UsageError(`--format is csv or ndjson, not "${name}"`)
  return IMPORT_TYPES[name]
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`)
  }
}

const importListings: Command = {
  name: 'operator import',
  summary: 'Import listings from a CSV or NDJSON file of any size.',
  usage: 'FILE [--environment sandbox] [--format csv|ndjson]',
  options: { environment: { type: 'string' }, format: { type: 'string' } },
  takes: [1, 1],
  async run({ args: [file = ''], values, profile, operator, output, signal }) {
    const contentType = importType(text(values, 'format') ?? '', file)
    const size = sizeOf(file)
    // Proves the token before a long upload.
    await operator().operator.listings.list({ limit: 1 })
    let sent = 0
    const counted = createReadStream(file).on('data', (chunk) => {
      sent += chunk.length
      const percent = size === 0 ? 100 : Math.floor((sent / size) * 100)
      output.progress(`${'█'.repeat(percent / 4).padEnd(25, '░')} ${percent} %`)
    })
    const url = new URL(
      `/api/operator/v1/listings/import?environment=${environmentOf(text(values, 'environment'))}`,
      profile.baseUrl,
    )
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${profile.operatorToken}`,
        'content-type': contentType,
      },
      body: Readable.toWeb(counted) as ReadableStream,
      duplex: 'half',
      signal,
    } as RequestInit)
    output.progress(null)
    const report = (await answer.json()) as ListingImport & { error?: { message: string } }
    if (!answer.ok) throw new Error(report.error?.message ?? `the service answered ${answer.status}`)
    output.show(report, () => {
      const counts = (['created', 'updated', 'unchanged', 'rejected'] as const).map((kind) => `${report[kind]} ${kind}`)
      output.line(`${report.lines} lines: ${counts.join(', ')}.`)
      for (const { line, domain, message } of report.rejections)
        output.line(`line ${line}  ${domain ?? ''}  ${message}`)
    })
  },
}

/** The SDK's method of each action. */
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
  summary: 'Orders of every partner; or move one.',
  usage: `[ORDER-ID (${ORDER_ACTIONS.join('|')})] [--status MANUAL_REVIEW] [--note TEXT]`,
  options: { status: { type: 'string' }, note: { type: 'string' } },
  takes: [0, 2],
  async run({ args: [id, action], values, operator, output }) {
    const { orders: api } = operator().operator
    if (id) {
      const note = text(values, 'note')
      const found = action
        ? await api[ORDER_METHODS[oneOf(ORDER_ACTIONS, action)]](id, note ? { note } : undefined)
        : await api.get(id)
      return output.show(found, () => {
        output.line(`${found.public_id}  ${found.status}`)
        if (found.actions.length > 0) output.note(`It takes: ${found.actions.map((one) => one.action).join(', ')}.`)
      })
    }
    const status = text(values, 'status')
    const page = await api.list({ limit: 50, ...(status ? { status } : {}) })
    output.show(page, () =>
      output.table(
        page.orders,
        [
          ['ORDER', (row) => row.public_id],
          ['NAME', (row) => row.domain],
          ['PARTNER', (row) => row.partner_name],
          ['STATUS', (row) => row.status],
          ['PRICE', (row) => moneyText(row.sale_price_cents, row.currency), 'end'],
        ],
        'No orders.',
      ),
    )
  },
}

const settle: Command = {
  name: 'operator settle',
  summary: 'Close the periods that have ended.',
  usage: '[--period 2026-01]',
  options: { period: { type: 'string' } },
  async run({ values, operator, output }) {
    const period = text(values, 'period')
    const run = await operator().operator.settlements.run(period ? { period } : undefined)
    output.show(run, () => output.line(`${run.settlements_count} statements closed, with ${run.orders_count} orders.`))
  },
}

export const operatorCommands = [partners, keys, importListings, orders, settle]
