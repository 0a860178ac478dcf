// /console/sellers/{id}: one seller: balance, bank account, freezing, sales and payouts.
import type { SellerDetail, SellerSale } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { useCall, useList, useRead } from '../../api/hooks.ts'
import { May } from '../../api/may.tsx'
import { Balances, SALE_COLUMNS } from '../../features/sellers/money-columns.tsx'
import { ActionButton } from '../../ui/action.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty, Notice } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Count } from '../../ui/money.tsx'
import { type Fact, Facts, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { RecordHead } from '../../ui/record-head.tsx'
import type { Column } from '../../ui/table.tsx'
import { DOCUMENT_COLUMNS } from './documents.tsx'
import { SellerListings } from './seller-listings.tsx'
import { SellerPayouts } from './seller-payouts.tsx'
import { SellerState } from './sellers.tsx'

const listFacts = (seller: SellerDetail): readonly Fact[] => [
  ['Account', <Copyable key="id" text={seller.user_id} label="the account ID" />],
  ['Email', seller.email],
  ['Listed domains', <Count key="listed" value={seller.listed_count} />],
  ['Waiting for verification', <Count key="pending" value={seller.pending_count} />],
  ['Sales', <Count key="sales" value={seller.sales_count} />],
  ['Bank reference', seller.bank_reference && <Copyable text={seller.bank_reference} label="the bank reference" />],
  ['Paid to', seller.destination?.hint],
  ['Seller since', <DateTime key="since" at={seller.created_at} />],
]

function SellerActions({ seller }: { seller: SellerDetail }) {
  const call = useCall()
  const params = { user_id: seller.user_id }
  return (
    <div className="page-actions">
      <May call="PUT /api/operator/v1/sellers/{user_id}/destination">
        <ActionButton
          label="Set bank account"
          confirm="Save"
          text="Payouts go to this account. It is stored encrypted, and the seller sees only its end."
          send={async (form) => {
            const bank_reference = readText(form, 'bank_reference') ?? ''
            const body = { kind: 'manual', bank_reference } as const
            await call('PUT /api/operator/v1/sellers/{user_id}/destination', { params, body })
            return 'Bank account saved.'
          }}
        >
          {(getFieldError) => (
            <TextField
              label="Bank reference"
              name="bank_reference"
              minLength={4}
              maxLength={200}
              error={getFieldError('bank_reference')}
              autoComplete="off"
              required
            />
          )}
        </ActionButton>
      </May>
      {seller.payout_block === null && seller.balances.some(({ payable_cents }) => payable_cents > 0) ? (
        <May call="POST /api/operator/v1/sellers/{user_id}/payouts">
          <ActionButton
            label="Create payout"
            confirm="Create payout"
            text={`Creates one payout for each currency with everything that is payable. ${seller.destination?.kind === 'stripe_connect' ? 'Stripe sends the money. Do not send it yourself.' : 'You then send the money and mark the payout as sent.'}`}
            send={async () => {
              const { payouts } = await call('POST /api/operator/v1/sellers/{user_id}/payouts', { params, body: {} })
              return `Payouts created: ${payouts.length}.`
            }}
          />
        </May>
      ) : null}
      {seller.frozen_at === null ? (
        <May call="POST /api/operator/v1/sellers/{user_id}/freeze">
          <ActionButton
            label="Freeze seller"
            confirm="Freeze seller"
            kind="danger"
            text="The seller cannot list domains and is not paid. Listings that nobody has reserved are withdrawn."
            send={async (form) => {
              const body = { reason: readText(form, 'reason') ?? '' }
              await call('POST /api/operator/v1/sellers/{user_id}/freeze', { params, body })
              return 'Seller frozen.'
            }}
          >
            <TextField label="Reason" name="reason" maxLength={500} required />
          </ActionButton>
        </May>
      ) : (
        <May call="POST /api/operator/v1/sellers/{user_id}/unfreeze">
          <ActionButton
            label="Unfreeze seller"
            confirm="Unfreeze seller"
            text="The seller can list domains and is paid again. Withdrawn listings stay withdrawn."
            send={async () => {
              await call('POST /api/operator/v1/sellers/{user_id}/unfreeze', { params })
              return 'Seller unfrozen.'
            }}
          />
        </May>
      )}
    </div>
  )
}

const STATEMENT_COLUMNS = DOCUMENT_COLUMNS.filter(({ title }) =>
  ['Number', 'Total', 'Issued', 'File'].includes(title),
).map((column) => (column.title === 'Total' ? { ...column, title: 'Balance' } : column))

/** An operator goes on to the order. */
const OPERATOR_SALE_COLUMNS: readonly Column<SellerSale>[] = SALE_COLUMNS.map((column) =>
  column.title === 'Domain'
    ? {
        ...column,
        cell: ({ order_id, domain_unicode }) => (
          <Link className="name" href={`/console/orders/${order_id}`}>
            {domain_unicode}
          </Link>
        ),
      }
    : column.title === 'You earn'
      ? { ...column, title: 'Seller earns' }
      : column,
)

export function SellerPage({ id }: { id: string }) {
  const found = useRead('GET /api/operator/v1/sellers/{user_id}', { params: { user_id: id } })
  const sales = useList(
    'GET /api/operator/v1/sellers/{user_id}/sales',
    { params: { user_id: id } },
    (body) => body.sales,
  )
  const statements = useList(
    'GET /api/operator/v1/documents',
    { query: { seller_id: id, environment: 'live' } },
    (body) => body.documents,
  )
  return (
    <Reading of={found} title="Seller">
      {(seller) => (
        <>
          <RecordHead
            crumbs={[{ href: '/console/sellers', text: 'Sellers' }]}
            record={{ kind: 'Seller', id, name: seller.email }}
            aside={<SellerState seller={seller} />}
          />
          {seller.frozen_at === null ? null : (
            <Notice tone="warn" title="Frozen">
              {seller.frozen_reason}
            </Notice>
          )}
          <SellerActions seller={seller} />
          <Panel title="Details">
            <Facts facts={listFacts(seller)} />
          </Panel>
          <Panel title="Balance">
            {seller.balances.length === 0 ? <p className="soft">The seller has not sold a domain yet.</p> : null}
            <Balances balances={seller.balances} />
          </Panel>
          <SellerListings id={id} />
          <Panel title="Sales">
            <ListView
              list={sales}
              caption="Sales"
              noun="sale"
              columns={OPERATOR_SALE_COLUMNS}
              rowKey={({ order_id }) => order_id}
              empty={<Empty title="No sales yet">A sale appears here when a domain of the seller is sold.</Empty>}
            />
          </Panel>
          <SellerPayouts id={id} recipient={seller.email} />
          <Panel title="Statements">
            <ListView
              list={statements}
              caption="Statements"
              noun="statement"
              columns={STATEMENT_COLUMNS}
              rowKey={({ document_id }) => document_id}
              empty={
                <Empty title="No statements yet">
                  One is issued with each payout, and after each month in which the balance changed.
                </Empty>
              }
            />
          </Panel>
        </>
      )}
    </Reading>
  )
}
