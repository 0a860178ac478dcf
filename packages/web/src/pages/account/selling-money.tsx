// /account/selling/money: the seller's balance, sales, payouts and statements.
import type { Document } from '@freehold/sdk/types'
import { useCall, useList, useRead } from '../../api/hooks.ts'
import { countryOptions } from '../../features/checkout/countries.ts'
import { Balances, SALE_COLUMNS, SELLER_PAYOUT_COLUMNS } from '../../features/sellers/money-columns.tsx'
import { PayoutAccountPanel } from '../../features/sellers/payout-account.tsx'
import { findBlockText } from '../../features/sellers/seller-words.tsx'
import { ActionButton } from '../../ui/action.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty, Notice } from '../../ui/feedback.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money, Share } from '../../ui/money.tsx'
import { Facts, PageHead, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import type { Column } from '../../ui/table.tsx'
import { CsvButton } from '../csv-button.tsx'
import { PdfButton } from '../pdf-button.tsx'
import { SellingTabs } from './selling.tsx'

const STATEMENT_COLUMNS: readonly Column<Document>[] = [
  { title: 'Number', cell: ({ number }) => <span className="name">{number}</span> },
  { title: 'Date', cell: ({ issued_at }) => <DateTime at={issued_at} precision="day" /> },
  {
    title: 'Balance',
    end: true,
    cell: ({ gross_cents, currency }) => <Money cents={gross_cents} currency={currency} />,
  },
  {
    title: 'File',
    end: true,
    cell: ({ document_id, number }) => (
      <PdfButton
        operation="GET /api/seller/statements/{document_id}"
        input={{ params: { document_id } }}
        name={`${number}.pdf`}
        label="Download PDF"
      />
    ),
  },
]

function RequestPayout() {
  const call = useCall()
  return (
    <ActionButton
      label="Request payout"
      confirm="Request payout"
      kind="primary"
      text="We pay out everything that is payable, one payout for each currency. Without a request, you are paid once a month."
      send={async () => {
        const { payouts } = await call('POST /api/seller/payouts', { body: {} })
        return `Payouts requested: ${payouts.length}.`
      }}
    />
  )
}

export function SellingMoneyPage() {
  const balance = useRead('GET /api/seller/balance', {})
  const locale = useLocale()
  const account = useRead('GET /api/seller/payout-account', {})
  const sales = useList('GET /api/seller/sales', {}, (body) => body.sales)
  const payouts = useList('GET /api/seller/payouts', {}, (body) => body.payouts)
  const statements = useList('GET /api/seller/statements', {}, (body) => body.statements)
  return (
    <>
      <PageHead title="Selling" text="What you earned, and what was paid out." />
      <SellingTabs />
      <Reading of={balance}>
        {({ balances, destination, payout_block, minimum_payout_cents, fee_bps }) => {
          const canAsk = payout_block === null && balances.some((one) => one.payable_cents >= minimum_payout_cents)
          return (
            <Panel title="Balance" aside={canAsk ? <RequestPayout /> : null}>
              {payout_block !== null && balances.length > 0 ? (
                <Notice tone="warn">{findBlockText(payout_block, account.data?.available ?? false)}</Notice>
              ) : null}
              {balances.length === 0 ? <p className="soft">You have not sold a domain yet.</p> : null}
              <Balances balances={balances} />
              <Facts
                facts={[
                  ['Paid to', destination?.hint],
                  ['Fee on new sales', <Share key="fee" bps={fee_bps} />],
                ]}
              />
            </Panel>
          )
        }}
      </Reading>
      <Reading of={account}>
        {(state) => (
          <PayoutAccountPanel
            state={state}
            countries={countryOptions(locale)}
            isUsed={balance.data?.destination?.kind !== 'manual'}
          />
        )}
      </Reading>
      <Panel title="Sales" aside={<CsvButton operation="GET /api/seller/sales" input={{}} name="my-sales.csv" />}>
        <ListView
          list={sales}
          caption="Sales"
          noun="sale"
          columns={SALE_COLUMNS}
          rowKey={({ order_id }) => order_id}
          empty={<Empty title="No sales yet">We email you when one of your domains is sold.</Empty>}
        />
      </Panel>
      <Panel title="Payouts" aside={<CsvButton operation="GET /api/seller/payouts" input={{}} name="my-payouts.csv" />}>
        <ListView
          list={payouts}
          caption="Payouts"
          noun="payout"
          columns={SELLER_PAYOUT_COLUMNS}
          rowKey={({ payout_id }) => payout_id}
          empty={<Empty title="No payouts yet">Proceeds are payable 7 days after the delivery of a domain.</Empty>}
        />
      </Panel>
      <Panel title="Statements">
        <ListView
          list={statements}
          caption="Statements"
          noun="statement"
          columns={STATEMENT_COLUMNS}
          rowKey={({ document_id }) => document_id}
          empty={
            <Empty title="No statements yet">
              You get one with each payout, and one after each month in which your balance changed.
            </Empty>
          }
        />
      </Panel>
    </>
  )
}
