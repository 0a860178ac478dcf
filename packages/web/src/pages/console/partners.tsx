// /console/partners: the list of partners.
import type { Partner } from '@freehold/sdk/types'
import { Link, useLocation } from 'wouter'
import type { Query } from '../../api/client.ts'
import { useCall, useList, useReadAgain, useTransport } from '../../api/hooks.ts'
import { May, useMay } from '../../api/may.tsx'
import { PartnerFields, readPartnerInput } from '../../features/partners/partner-fields.tsx'
import { PartnerStatus } from '../../features/partners/partner-status.tsx'
import { ActionButton } from '../../ui/action.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { EachBar } from '../../ui/each-bar.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { readText } from '../../ui/form.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Share } from '../../ui/money.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { useSelection } from '../../ui/selection.tsx'
import type { Column } from '../../ui/table.tsx'
import { NEWEST_FIRST, useTableState, withSort } from '../../ui/table-state.ts'
import { countText, listFirst } from '../../ui/text.ts'
import { CsvButton } from '../csv-button.tsx'

const FILTERS: readonly Filter[] = [
  { name: 'q', label: 'Partner', placeholder: 'Name, email, ID' },
  {
    name: 'status',
    label: 'Status',
    options: [
      { value: 'applied', label: 'Applied for live access' },
      { value: 'pending', label: 'Sandbox only' },
      { value: 'approved', label: 'Live' },
      { value: 'suspended', label: 'Suspended' },
    ],
  },
  { name: 'period', label: 'Created', type: 'period' },
]

const COLUMNS: readonly Column<Partner>[] = [
  {
    title: 'Name',
    sort: 'name',
    starts: 'asc',
    cell: ({ partner_id, name }) => (
      <Link className="name" href={`/console/partners/${partner_id}`}>
        {name}
      </Link>
    ),
  },
  { title: 'Status', cell: (partner) => <PartnerStatus partner={partner} /> },
  { title: 'Contact email', phone: 'hidden', cell: ({ email }) => email },
  {
    title: 'Collects payments',
    phone: 'hidden',
    cell: (partner) =>
      partner.merchant_of_record ? 'Yes' : partner.sandbox_merchant_of_record ? 'In the sandbox' : 'No',
  },
  { title: 'Commission', end: true, cell: ({ commission_bps }) => <Share bps={commission_bps} /> },
  { title: 'Created', sort: 'created', cell: ({ created_at }) => <DateTime at={created_at} precision="day" /> },
]

const LIST = 'GET /api/operator/v1/partners'
const APPROVE = 'POST /api/operator/v1/partners/{partner_id}/approve'
type PartnersQuery = NonNullable<Query<typeof LIST>>

/** Partners that did not apply are approved on their own page only. */
const isWaiting = ({ live_requested_at: asked, actions }: Partner): boolean =>
  Boolean(asked) && actions.some(({ action }) => action === 'approve')

function CreatePartner() {
  const call = useCall()
  const [, navigate] = useLocation()
  return (
    <ActionButton
      label="Add partner"
      confirm="Add partner"
      kind="primary"
      text="The partner can use the sandbox immediately, and live mode after you approve it. We invite its first owner by email."
      send={async (form) => {
        const made = await call('POST /api/operator/v1/partners', {
          body: { ...readPartnerInput(form), owner_email: readText(form, 'owner_email') },
        })
        navigate(`/console/partners/${made.partner_id}`)
        return 'Partner added. Its first owner is invited.'
      }}
    >
      {(getFieldError) => (
        <>
          <PartnerFields getFieldError={getFieldError} />
          <TextField
            label="Email address of the first owner"
            name="owner_email"
            type="email"
            hint="Receives an invitation to the partner portal. Leave it empty to invite the contact email."
            error={getFieldError('owner_email')}
          />
        </>
      )}
    </ActionButton>
  )
}

export function Partners() {
  const filters = useFilters<PartnersQuery>(FILTERS)
  const state = useTableState('console.partners', COLUMNS, NEWEST_FIRST)
  const query = withSort<PartnersQuery>(filters, state)
  const list = useList(LIST, { query }, ({ partners }) => partners)
  const transport = useTransport()
  const canApprove = useMay()(APPROVE)
  const readAgain = useReadAgain()
  const selection = useSelection<Partner>(
    ({ partner_id }) => partner_id,
    ({ name, email }) => `${name}, ${email}`,
    JSON.stringify(filters),
    list.rows,
  )
  return (
    <>
      <PageHead
        title="Partners"
        text="Companies that sell domains through this marketplace."
        aside={
          <May call="POST /api/operator/v1/partners">
            <CreatePartner />
          </May>
        }
      />
      <FilterBar filters={FILTERS} />
      <Panel>
        <ListTools state={state} download={<CsvButton operation={LIST} input={{ query }} name="partners.csv" />} />
        <EachBar
          selection={selection}
          noun="partner"
          actions={[
            {
              label: (count) => `Approve ${countText(count, 'application')}`,
              accepts: isWaiting,
              kind: 'primary',
              confirm: (rows) => (
                <>
                  <p>
                    <strong>{countText(rows.length, 'partner')}</strong>: {listFirst(rows.map(({ name }) => name))}.
                  </p>
                  <p>
                    They can create and use live keys and sell with real money. Whether a partner collects payments
                    itself is set separately, under Edit partner.
                  </p>
                </>
              ),
              send: ({ partner_id }) => transport.send(APPROVE, { params: { partner_id } }),
            },
          ]}
          onDone={readAgain}
        />
        <ListView
          list={list}
          filtered={isFiltered(filters)}
          caption="Partners"
          noun="partner"
          state={state}
          selection={canApprove ? selection : undefined}
          rowKey={({ partner_id }) => partner_id}
          empty={<Empty title="No partners yet">Partners that sign up, or that you add, appear here.</Empty>}
        />
      </Panel>
    </>
  )
}
