// /console/payouts: commission paid to partners.
import { PAYOUT_KINDS } from '@freehold/sdk/enums'
import type { OperatorPayout, PayoutKind } from '@freehold/sdk/types'
import type { UseQueryResult } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import type { FreeholdError, Query, ResponseBody } from '../../api/client.ts'
import { useCall, useList, useRead, useReadAgain, useTransport } from '../../api/hooks.ts'
import { May, useMay } from '../../api/may.tsx'
import { useShownEnvironment } from '../../features/operator/console-environment.ts'
import { PartnerFormField } from '../../features/partners/partner-field.tsx'
import { PartnerLink, WHOSE_FILTERS, whoseColumns } from '../../features/partners/whose.tsx'
import { DuePayouts } from '../../features/settlement/due-payouts.tsx'
import { markPayouts } from '../../features/settlement/mark-many.tsx'
import { PayoutActions } from '../../features/settlement/payout-actions.tsx'
import { payoutColumns } from '../../features/settlement/payout-columns.tsx'
import { PAYOUT_STATUS_OPTIONS } from '../../features/settlement/settlement-words.ts'
import { ActionButton } from '../../ui/action.tsx'
import { EachBar } from '../../ui/each-bar.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { SelectField } from '../../ui/field.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { readText } from '../../ui/form.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { useSelection } from '../../ui/selection.tsx'
import type { Column } from '../../ui/table.tsx'
import { NEWEST_FIRST, useTableState, withSort } from '../../ui/table-state.ts'
import { wordOptions } from '../../ui/text.ts'
import { CsvButton } from '../csv-button.tsx'

const FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', options: PAYOUT_STATUS_OPTIONS },
  { name: 'kind', label: 'Type', options: wordOptions(PAYOUT_KINDS) },
  { name: 'period', label: 'Created', type: 'period' },
  ...WHOSE_FILTERS,
]

const COLUMNS: readonly Column<OperatorPayout>[] = [...payoutColumns(['amount', 'created']), ...whoseColumns]
const LIST = 'GET /api/operator/v1/payouts'
type PayoutsQuery = NonNullable<Query<typeof LIST>>
/** What can be recorded for many payouts together. A failure has its own reason. */
const MARKS = ['sent', 'paid'] as const

function CreatePayout({ partnerId }: { partnerId: string | undefined }) {
  const call = useCall()
  const { environment } = useShownEnvironment()
  return (
    <ActionButton
      label="Create payout"
      confirm="Create payout"
      kind="plain"
      text="Creates one payout for each currency, with all payable commission of this type. You then send the money and mark the payout as sent."
      send={async (form) => {
        const kind = (readText(form, 'kind') ?? 'commission') as PayoutKind
        const { payouts } = await call('POST /api/operator/v1/payouts', {
          body: { partner_id: readText(form, 'partner_id') ?? '', kind, environment },
        })
        return `Payouts created: ${payouts.length}.`
      }}
    >
      {(getFieldError) => (
        <>
          <PartnerFormField
            label="Partner"
            name="partner_id"
            initial={partnerId}
            error={getFieldError('partner_id')}
            required
          />
          <SelectField label="Type" name="kind" options={wordOptions(PAYOUT_KINDS)} />
        </>
      )}
    </ActionButton>
  )
}

type Found = UseQueryResult<ResponseBody<'GET /api/operator/v1/payouts/due'>, FreeholdError>

function Due({ found }: { found: Found }) {
  const call = useCall()
  const canCreate = useMay()('POST /api/operator/v1/payouts')
  return (
    <Panel title="Due for payout">
      <Reading of={found}>
        {({ due }) => (
          <DuePayouts
            due={due}
            renderPartner={(row) => <PartnerLink of={row} />}
            create={
              canCreate
                ? ({ partner_id, kind, environment }) =>
                    call('POST /api/operator/v1/payouts', { body: { partner_id, kind, environment } })
                : null
            }
          />
        )}
      </Reading>
    </Panel>
  )
}

function PayoutList() {
  const call = useCall()
  const may = useMay()
  const actions: Column<OperatorPayout> = {
    title: 'Actions',
    end: true,
    cell: (payout) => (
      <PayoutActions
        payout={payout}
        actions={payout.actions
          .map(({ action }) => action)
          .filter((action) => may(`POST /api/operator/v1/payouts/{payout_id}/${action}`))}
        act={(action, body) =>
          call(`POST /api/operator/v1/payouts/{payout_id}/${action}`, {
            params: { payout_id: payout.payout_id },
            body,
          })
        }
      />
    ),
  }
  const filters = useFilters<PayoutsQuery>(FILTERS)
  const state = useTableState('console.payouts', [...COLUMNS, actions], NEWEST_FIRST)
  const query = withSort<PayoutsQuery>(filters, state)
  const list = useList(LIST, { query }, ({ payouts }) => payouts)
  const transport = useTransport()
  const { environment } = useShownEnvironment()
  const readAgain = useReadAgain()
  const selection = useSelection<OperatorPayout>(
    ({ payout_id }) => payout_id,
    ({ partner_name, payout_id }) => `${partner_name}, ${payout_id}`,
    JSON.stringify({ environment, ...filters }),
    list.rows,
  )
  const marks = MARKS.filter((mark) => may(`POST /api/operator/v1/payouts/{payout_id}/${mark}`)).map((mark) =>
    markPayouts(mark, ({ payout_id }, body) =>
      transport.send(`POST /api/operator/v1/payouts/{payout_id}/${mark}`, { params: { payout_id }, body }),
    ),
  )
  return (
    <>
      <FilterBar filters={FILTERS} />
      <Panel title="Payouts">
        <ListTools state={state} download={<CsvButton operation={LIST} input={{ query }} name="payouts.csv" />} />
        <EachBar selection={selection} noun="payout" actions={marks} onDone={readAgain} />
        <ListView
          list={list}
          filtered={isFiltered(filters)}
          caption="Payouts"
          noun="payout"
          state={state}
          selection={marks.length > 0 ? selection : undefined}
          rowKey={({ payout_id }) => payout_id}
          empty={<Empty title="No payouts yet">Payouts are created every month. You can also create one now.</Empty>}
        />
      </Panel>
    </>
  )
}

export function Payouts() {
  const due = useRead('GET /api/operator/v1/payouts/due', {}, { every: false })
  const [search] = useSearchParams()
  return (
    <>
      <PageHead
        title="Payouts"
        text="Commission the marketplace pays to partners."
        aside={
          <May call="POST /api/operator/v1/payouts">
            <CreatePayout partnerId={search.get('partner_id') ?? undefined} />
          </May>
        }
      />
      <Due found={due} />
      {/* After what is due, so that it does not move when that arrives. */}
      {due.isPending ? null : <PayoutList />}
    </>
  )
}
