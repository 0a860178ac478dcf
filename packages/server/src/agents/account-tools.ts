// Tools for a person who signed in: their orders, their domains, and changes that are shown before they are made.
import { type Asker, callPublicRoute } from '../http/call-route.ts'
import { Nullable, OneOf, Strict, Type } from '../http/schema.ts'
import { invariant } from '../kernel/errors.ts'
import { BULK_OPERATIONS } from '../modules/domains/index.ts'
import { publicRoutes as domainsPublic } from '../modules/domains/routes.public.ts'
import { publicRoutes as ordersPublic } from '../modules/orders/routes.public.ts'
import { assertConfirmed, readAgreement } from './agreement.ts'
import { type Answer, formatPrice } from './texts.ts'
import { findRoute, NextStep, READS, type Tool } from './tool.ts'

const ORDER = findRoute(ordersPublic, 'account.order')
const ORDERS = findRoute(ordersPublic, 'account.orders')
const OWNED = findRoute(domainsPublic, 'domains.owned')
const BULK = findRoute(domainsPublic, 'bulk.run')

const SCOPE = 'domains:manage'

type Order = {
  public_id: string
  domain: string
  price_cents: number
  currency: string
  status: string
  updated_at: string
  upcoming_statuses: string[]
  transfer: { next_step?: unknown } | null
}

const ORDERS_MAX = 5

const toOrder = ({ public_id, domain, price_cents, currency, status, updated_at, upcoming_statuses }: Order) => ({
  order_id: public_id,
  domain,
  price_cents,
  currency,
  status,
  updated_at,
  upcoming_statuses,
})

const getOrder: Tool = {
  name: 'get_order',
  title: 'Get the status of an order',
  description:
    'See where a purchase of the signed-in person stands: paid, in transfer, completed or refunded. Without order_id, the ' +
    `latest ${ORDERS_MAX} orders. The person must sign in.`,
  params: Strict({
    order_id: Type.Optional(Type.String({ maxLength: 64, description: 'ID of the order, `ord_…`.' })),
  }),
  output: Strict({
    orders: Type.Array(
      Strict({
        order_id: Type.String(),
        domain: Type.String(),
        price_cents: Type.Integer(),
        currency: Type.String(),
        status: Type.String(),
        updated_at: Type.String(),
        upcoming_statuses: Type.Array(Type.String()),
      }),
    ),
    next_step: NextStep(),
  }),
  hints: READS,
  scope: SCOPE,
  run: async ({ order_id: id }: { order_id?: string }, asker) => {
    const found =
      id === undefined
        ? ((await callPublicRoute(ORDERS, { query: { limit: ORDERS_MAX } }, asker)) as { orders: Order[] }).orders
        : [(await callPublicRoute(ORDER, { params: { public_id: id } }, asker)) as Order]
    const orders = found.map(toOrder)
    const next =
      orders.length === 0
        ? 'There are no orders. create_checkout starts a purchase.'
        : 'Tell the person the status. A transfer takes up to several days; nothing speeds it up.'
    const lines = orders.map(
      (one) => `${one.order_id} ${one.domain} ${formatPrice(one.price_cents, one.currency)}: ${one.status}`,
    )
    return { data: { orders, next_step: next }, text: [...lines, `Next: ${next}`].join('\n') }
  },
}

type Owned = {
  domain: string
  expires_at: string
  auto_renew: boolean
  locked: boolean
  listing: { price_cents: number } | null
}

const DOMAINS_DEFAULT = 15

const listMyDomains: Tool = {
  name: 'list_my_domains',
  title: 'List your domains',
  description:
    'List the domains of the signed-in person with expiry date, auto-renew, transfer lock and asking price in cents. Use ' +
    'expires_before to find those that expire soon. The person must sign in.',
  params: Strict({
    expires_before: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'A date: only domains that expire before it.',
        examples: ['2027-01-01'],
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'Number of domains. Default 15.' })),
    cursor: Type.Optional(Type.String({ maxLength: 1024, description: 'next_cursor of the page before.' })),
  }),
  output: Strict({
    domains: Type.Array(
      Strict({
        domain: Type.String(),
        expires_at: Type.String(),
        auto_renew: Type.Boolean(),
        locked: Type.Boolean(),
        listed_price_cents: Nullable(Type.Integer()),
      }),
    ),
    next_cursor: Nullable(Type.String()),
    next_step: NextStep(),
  }),
  hints: READS,
  scope: SCOPE,
  run: async (params: { limit?: number }, asker) => {
    const page = (await callPublicRoute(OWNED, { query: { limit: DOMAINS_DEFAULT, ...params } }, asker)) as {
      domains: Owned[]
      next_cursor: string | null
    }
    const domains = page.domains.map(({ domain, expires_at, auto_renew, locked, listing }) => ({
      domain,
      expires_at: expires_at.slice(0, 10),
      auto_renew,
      locked,
      listed_price_cents: listing?.price_cents ?? null,
    }))
    const next =
      domains.length === 0
        ? 'No domain matches. Domains appear here after their delivery.'
        : `To change them, call manage_domains.${page.next_cursor === null ? '' : ' For more, pass next_cursor as cursor.'}`
    const lines = domains.map((one) => `${one.domain} expires ${one.expires_at}`).join('; ')
    return {
      data: { domains, next_cursor: page.next_cursor, next_step: next },
      text: `${lines || 'No domains.'}\nNext: ${next}`,
    }
  },
}

type BulkParams = { operation: string; domains: string[]; params?: Record<string, unknown>; confirmation?: string }
type BulkRow = {
  domain: string
  status: 'ok' | 'error'
  changed: boolean
  error: { code: string; message: string } | null
}
type Run = { succeeded: number; failed: number; results: BulkRow[] }

const DOMAINS_MAX = 100
const ROWS_MAX = 20

const runBulk = async ({ operation, domains, params }: BulkParams, isDryRun: boolean, asker: Asker): Promise<Run> =>
  (await callPublicRoute(
    BULK,
    { params: { op: operation }, body: { domains, params: params ?? {}, dry_run: isDryRun } },
    asker,
  )) as Run

function writeRun({ operation }: BulkParams, run: Run, isDryRun: boolean, confirmation: string | null): Answer {
  const changed = run.results.filter((row) => row.changed)
  const failed = run.results.filter((row) => row.status === 'error')
  // What failed is what a person must decide about, so it comes first.
  const rows = [...failed, ...run.results.filter((row) => row.status === 'ok')].slice(0, ROWS_MAX)
  const next =
    confirmation !== null
      ? 'Nothing was changed yet. Show this to the person. If they agree, call again with the same input and confirmation.'
      : isDryRun
        ? 'Nothing would change. Read the errors and correct the input.'
        : 'The change is made. list_my_domains shows the result.'
  const summary = `${isDryRun ? 'Dry run of' : 'Done:'} ${operation}: ${changed.length} ${isDryRun ? 'would change' : 'changed'}, ${failed.length} failed.`
  const lines = rows.map((row) => `${row.domain}: ${row.error?.message ?? (row.changed ? 'changes' : 'unchanged')}`)
  return {
    data: {
      dry_run: isDryRun,
      changed: changed.length,
      failed: failed.length,
      results: rows.map((row) => ({ domain: row.domain, changed: row.changed, error: row.error?.message ?? null })),
      results_left_out: run.results.length - rows.length,
      confirmation,
      next_step: next,
    },
    text: [summary, ...lines, `Next: ${next}`].join('\n'),
  }
}

const manageDomains: Tool = {
  name: 'manage_domains',
  title: 'Change your domains',
  description:
    'Change domains of the signed-in person: nameservers, transfer lock, privacy, auto-renew, renewal, or a listing for ' +
    'sale. The first call only shows what would happen and returns a confirmation. Show it to the person; if they agree, ' +
    'call again with the same input and the confirmation. params by operation: renew {years}, set_nameservers ' +
    '{nameservers}, set_auto_renew {enabled}, set_lock {locked}, set_privacy {enabled}, list_for_sale {price_cents}, ' +
    'set_price {price_cents}, unlist {}.',
  params: Strict({
    operation: OneOf(Object.keys(BULK_OPERATIONS), { description: 'What to do.' }),
    domains: Type.Array(Type.String({ maxLength: 253 }), { minItems: 1, maxItems: DOMAINS_MAX }),
    params: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'Parameters of the operation.' })),
    confirmation: Type.Optional(
      Type.String({ maxLength: 100, description: 'From the dry run, valid for ten minutes. Leave it out at first.' }),
    ),
  }),
  output: Strict({
    dry_run: Type.Boolean({ description: 'True if nothing was changed.' }),
    changed: Type.Integer(),
    failed: Type.Integer(),
    results: Type.Array(Strict({ domain: Type.String(), changed: Type.Boolean(), error: Nullable(Type.String()) })),
    results_left_out: Type.Integer(),
    confirmation: Nullable(Type.String()),
    next_step: NextStep(),
  }),
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  scope: SCOPE,
  run: async (asked: BulkParams, asker, call) => {
    const { caller } = asker
    invariant(caller.user, 'the scope was checked')
    const { operation, domains, params = {}, confirmation } = asked
    const change = { userId: caller.user.id, operation, domains, params }
    const makeChange = async () => writeRun(asked, await runBulk(asked, false, asker), false, null)
    if (confirmation !== undefined) {
      assertConfirmed(change, confirmation, asker)
      return makeChange()
    }
    const run = await runBulk(asked, true, asker)
    const changed = run.results.filter((row) => row.changed).map(({ domain }) => domain)
    if (changed.length === 0) return writeRun(asked, run, true, null)
    const asks = { change, confirmation, message: writeQuestion(operation, changed), title: 'Make this change' }
    const agreement = readAgreement(asks, asker, call)
    if (agreement.kind === 'ask') return agreement.question
    if (agreement.kind === 'agreed') return makeChange()
    return writeRun(asked, run, true, agreement.confirmation)
  },
}

function writeQuestion(operation: string, domains: readonly string[]): string {
  const named = domains.slice(0, 5)
  const rest = domains.length > named.length ? ` and ${domains.length - named.length} more` : ''
  return `${operation} for ${named.join(', ')}${rest}?`
}

export const ACCOUNT_TOOLS: readonly Tool[] = [getOrder, listMyDomains, manageDomains]
