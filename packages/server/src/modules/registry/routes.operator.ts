// Operator endpoints for endings: list, show, set prices and rules.
import type { TObject, TProperties } from 'typebox'
import { defineRoute } from '../../http/define-route.ts'
import { respondWithList } from '../../http/list-response.ts'
import { decodeCursor, toPage } from '../../http/pagination.ts'
import { pageFields, pageQuery, type Static, Strict, Type } from '../../http/schema.ts'
import { sortQuery } from '../../http/sorting.ts'
import type { TldChange } from './rules/tlds.ts'
import { findTld, setTld } from './service.ts'
import { listTlds } from './store.ts'
import { metadataGroups, OperatorTldView, operatorTldView, priceFields, TldInput } from './views.ts'

const typeName = () =>
  Type.String({ maxLength: 20, pattern: '^[A-Za-z]{2,20}$', description: 'Type of the TLD.', examples: ['gTLD'] })
const some = <Fields extends TProperties>(group: TObject<Fields>) =>
  Type.Optional(Type.Partial(group, { minProperties: 1, additionalProperties: false }))

const TldBody = Strict(
  {
    type: Type.Optional(typeName()),
    prices: some(Strict(priceFields)),
    term: some(Strict(metadataGroups.term)),
    organization: some(Strict(metadataGroups.organization)),
    registrant: some(Strict(metadataGroups.registrant)),
    nameservers: some(Strict(metadataGroups.nameservers)),
    idn: Type.Optional(metadataGroups.idn),
    dnssec: Type.Optional(metadataGroups.dnssec),
    transfer: some(Strict(metadataGroups.transfer)),
    lifecycle_days: some(Strict(metadataGroups.lifecycle_days)),
  },
  { minProperties: 1 },
)

/** Only what was given; a member that was left out is no member of the change. */
function toTldChange(body: Static<typeof TldBody>): TldChange {
  const { prices, term, organization, registrant, nameservers, transfer, lifecycle_days: days } = body
  const change: { [Key in keyof TldChange]: TldChange[Key] | undefined } = {
    type: body.type,
    registerCents: prices?.register_cents,
    renewCents: prices?.renew_cents,
    transferCents: prices?.transfer_cents,
    restoreCents: prices?.restore_cents,
    minYears: term?.min_years,
    maxYears: term?.max_years,
    organizationRequired: organization?.required,
    organizationRules: organization?.rules,
    localPresenceRequired: registrant?.local_presence_required,
    allowedCountries: registrant?.allowed_countries,
    nameserversRequired: nameservers?.required,
    nameserversMin: nameservers?.min,
    nameserversMax: nameservers?.max,
    nameserverRules: nameservers?.rules,
    idn: body.idn,
    dnssec: body.dnssec,
    authCodeRequired: transfer?.auth_code_required,
    transferLockDays: transfer?.lock_days,
    autoRenewGraceDays: days?.auto_renew_grace,
    redemptionDays: days?.redemption,
    pendingDeleteDays: days?.pending_delete,
  }
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as TldChange
}

const TLD_COLUMNS = [
  'tld',
  'tld_unicode',
  'type',
  ...Object.keys(priceFields),
  'currency',
  'prices_as_of',
  'edited_at',
  'updated_at',
]

const list = defineRoute({
  id: 'operator.tlds.list',
  area: 'operator',
  method: 'GET',
  path: '/tlds',
  summary: 'List TLDs',
  description:
    'In alphabetical order or as `sort` says, with prices and rules. `Accept: text/csv` returns all matching TLDs with their ' +
    'prices in USD as CSV.',
  returns: 'A page of TLDs.',
  query: Strict({
    ...pageQuery,
    ...sortQuery(['tld'], 'tld_asc'),
    type: Type.Optional(typeName()),
    offered: Type.Optional(
      Type.Boolean({ description: 'True: only TLDs with a price. False: only TLDs without one.' }),
    ),
  }),
  produces: ['text/csv'],
  response: Strict({ tlds: Type.Array(OperatorTldView), ...pageFields }),
  handle: ({ db, headers }, { query: { sort, type, offered, ...query } }) => {
    const filters = { list: 'tlds', type, offered, sort }
    const isDescending = sort === 'tld_desc'
    return respondWithList(
      { headers, query },
      {
        columns: TLD_COLUMNS,
        read: async (cursor, limit) => {
          const [after] = decodeCursor(cursor, filters, ['string']) ?? []
          const rows = await listTlds(db, { type, offered, isDescending, after, limit: limit + 1 })
          const page = toPage(rows, limit, filters, ({ tld }) => [tld])
          return { ...page, rows: page.rows.map(operatorTldView) }
        },
        toLine: (row) => ({ ...row, ...row.prices, currency: 'USD' }),
        toBody: (tlds) => ({ tlds }),
      },
    )
  },
})

const get = defineRoute({
  id: 'operator.tlds.get',
  area: 'operator',
  method: 'GET',
  path: '/tlds/{tld}',
  summary: 'Get a TLD',
  description: 'Returns the prices and rules of the TLD.',
  returns: 'The TLD.',
  params: TldInput,
  response: OperatorTldView,
  errors: ['not_found'],
  handle: async ({ db }, { params }) => operatorTldView(await findTld(db, params.tld)),
})

const put = defineRoute({
  id: 'operator.tlds.put',
  area: 'operator',
  method: 'PUT',
  path: '/tlds/{tld}',
  operators: [],
  summary: 'Create or update a TLD',
  description: 'Replaces the fields you send and keeps the others. Null means unknown or not offered.',
  returns: 'The TLD.',
  params: TldInput,
  body: TldBody,
  response: OperatorTldView,
  errors: ['not_found'],
  writes: true,
  handle: async ({ tx, now }, { params, body }) =>
    operatorTldView(await setTld(tx, params.tld, toTldChange(body), now)),
})

export const operatorRoutes = [list, get, put]
