// /console/payouts: commission paid to partners.
import { PAYOUT_KINDS } from '@freehold/sdk/enums'
import type { OperatorPayout, PayoutKind } from '@freehold/sdk/types'
import type { Query } from '../../api/client.ts'
import { useCall, useList } from '../../api/hooks.ts'
import { May, useMay } from '../../api/may.tsx'
import { ENVIRONMENT_OPTIONS, type Environment } from '../../features/partners/environment.tsx'
import { WHOSE_FILTERS, whoseColumns } from '../../features/partners/whose.tsx'
import { PayoutActions } from '../../features/settlement/payout-actions.tsx'
import { payoutColumns } from '../../features/settlement/payout-columns.tsx'
import { PAYOUT_STATUS_OPTIONS } from '../../features/settlement/settlement-words.ts'
import { ActionButton } from '../../ui/action.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { readText } from '../../ui/form.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { wordOptions } from '../../ui/text.ts'

const FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', options: PAYOUT_STATUS_OPTIONS },
  { name: 'kind', label: 'Type', options: wordOptions(PAYOUT_KINDS) },
  ...WHOSE_FILTERS,
]

function CreatePayout({ partnerId }: { partnerId: string | undefined }) {
  const call = useCall()
  return (
    <ActionButton
      label="Create payout"
      confirm="Create payout"
      kind="primary"
      text="Creates one payout for each currency, with all payable commission of this type. You then send the money and mark the payout as sent."
      send={async (form) => {
        const kind = (readText(form, 'kind') ?? 'commission') as PayoutKind
        const environment = (readText(form, 'environment') ?? 'live') as Environment
        const { payouts } = await call('POST /api/operator/v1/payouts', {
          body: { partner_id: readText(form, 'partner_id') ?? '', kind, environment },
        })
        return payouts.length === 0 ? 'This partner has no payable commission.' : `Payouts created: ${payouts.length}.`
      }}
    >
      {(getFieldError) => (
        <>
          <TextField
            label="Partner ID"
            name="partner_id"
            placeholder="ptn_…"
            defaultValue={partnerId}
            error={getFieldError('partner_id')}
            required
            mono
          />
          <SelectField label="Type" name="kind" options={wordOptions(PAYOUT_KINDS)} />
          <SelectField label="Environment" name="environment" options={ENVIRONMENT_OPTIONS} />
        </>
      )}
    </ActionButton>
  )
}

export function Payouts() {
  const query = useFilters<NonNullable<Query<'GET /api/operator/v1/payouts'>>>(FILTERS)
  const list = useList('GET /api/operator/v1/payouts', { query }, ({ payouts }) => payouts)
  const call = useCall()
  const may = useMay()
  return (
    <>
      <PageHead
        title="Payouts"
        text="Commission the marketplace pays to partners."
        aside={
          <May call="POST /api/operator/v1/payouts">
            <CreatePayout partnerId={query.partner_id} />
          </May>
        }
      />
      <FilterBar filters={FILTERS} />
      <Panel>
        <ListView
          list={list}
          filtered={isFiltered(query)}
          caption="Payouts"
          noun="payout"
          columns={[
            ...payoutColumns,
            ...whoseColumns,
            {
              title: 'Actions',
              end: true,
              cell: (payout: OperatorPayout) => (
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
            },
          ]}
          rowKey={({ payout_id }) => payout_id}
          empty={<Empty title="No payouts yet">Payouts are created every month. You can also create one now.</Empty>}
        />
      </Panel>
    </>
  )
}
