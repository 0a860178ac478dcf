// /console/tlds: all TLDs with their prices.

import type { OperatorTld } from '@freehold/sdk/types'
import type { FormEvent } from 'react'
import { Link, useLocation } from 'wouter'
import type { Query } from '../../api/client.ts'
import { useCall, useList } from '../../api/hooks.ts'
import { May } from '../../api/may.tsx'
import { TLD_CURRENCY } from '../../features/registry/tld-input.ts'
import { ActionButton } from '../../ui/action.tsx'
import { MoneyField, readMoney } from '../../ui/amount-field.tsx'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { readText } from '../../ui/form.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'
import { useTableState, withSort } from '../../ui/table-state.ts'
import { CsvButton } from '../csv-button.tsx'

const TYPES = ['gTLD', 'ccTLD', 'sTLD', 'grTLD', 'ccSLD'].map((value) => ({ value, label: value }))

const FILTERS: readonly Filter[] = [
  { name: 'type', label: 'Type', options: TYPES },
  {
    name: 'offered',
    label: 'Offered',
    options: [
      { value: 'true', label: 'With a price' },
      { value: 'false', label: 'Without a price' },
    ],
  },
]

const toHref = (tld: string): string => `/console/tlds/${encodeURIComponent(tld)}`

const price = (title: string, field: keyof OperatorTld['prices']): Column<OperatorTld> => ({
  title,
  end: true,
  cell: ({ prices }) => {
    const cents = prices[field]
    return cents === null ? '–' : <Money cents={cents} currency={TLD_CURRENCY} />
  },
})

const COLUMNS: readonly Column<OperatorTld>[] = [
  {
    title: 'TLD',
    sort: 'tld',
    starts: 'asc',
    cell: ({ tld, tld_unicode }) => <Link href={toHref(tld)}>.{tld_unicode}</Link>,
  },
  { title: 'Type', cell: ({ type }) => type },
  price('Register', 'register_cents'),
  price('Renew', 'renew_cents'),
  price('Transfer', 'transfer_cents'),
  price('Restore', 'restore_cents'),
  { title: 'Edited', cell: ({ edited_at: at }) => (at ? <DateTime at={at} precision="day" /> : '–') },
]

/** Opens the page of a TLD, in any spelling. */
function FindTld() {
  const [, navigate] = useLocation()
  function go(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const tld = readText(new FormData(event.currentTarget), 'tld')?.replace(/^\./, '')
    if (tld) navigate(toHref(tld))
  }
  return (
    <form className="find" onSubmit={go}>
      <TextField label="Find a TLD" name="tld" placeholder="co.uk" autoComplete="off" />
      <Button type="submit" kind="plain">
        Open TLD
      </Button>
    </form>
  )
}

function AddTld() {
  const call = useCall()
  const [, navigate] = useLocation()
  return (
    <ActionButton
      label="Add TLD"
      confirm="Add TLD"
      kind="primary"
      text="You can set other prices and rules on its page."
      send={async (form) => {
        const tld = readText(form, 'tld') ?? ''
        const register_cents = readMoney(form, 'register_cents', TLD_CURRENCY) ?? null
        const body = { type: readText(form, 'type') ?? 'gTLD', prices: { register_cents } }
        const made = await call('PUT /api/operator/v1/tlds/{tld}', { params: { tld }, body })
        navigate(toHref(made.tld))
        return `.${made.tld_unicode} added.`
      }}
    >
      {(getFieldError) => (
        <>
          <TextField label="TLD" name="tld" error={getFieldError('tld')} required autoComplete="off" />
          <SelectField label="Type" name="type" options={TYPES} />
          <MoneyField
            label="Registration price"
            name="register_cents"
            currency={TLD_CURRENCY}
            error={getFieldError('register_cents')}
          />
        </>
      )}
    </ActionButton>
  )
}

const LIST = 'GET /api/operator/v1/tlds'
type TldsQuery = NonNullable<Query<typeof LIST>>

export function TldsPage() {
  const filters = useFilters<TldsQuery>(FILTERS)
  const state = useTableState('console.tlds', COLUMNS, { by: 'tld', direction: 'asc' })
  const query = withSort<TldsQuery>(filters, state)
  const list = useList(LIST, { query }, ({ tlds }) => tlds)
  return (
    <>
      <PageHead
        title="TLDs"
        text="Registration prices, and the rules of each registry."
        aside={
          <May call="PUT /api/operator/v1/tlds/{tld}">
            <AddTld />
          </May>
        }
      />
      <FindTld />
      <FilterBar filters={FILTERS} />
      <Panel>
        <ListTools state={state} download={<CsvButton operation={LIST} input={{ query }} name="tlds.csv" />} />
        <ListView
          list={list}
          filtered={isFiltered(filters)}
          caption="TLDs"
          noun="TLD"
          state={state}
          rowKey={({ tld }) => tld}
          empty={<Empty title="No TLDs yet">Add a TLD to offer registration prices.</Empty>}
        />
      </Panel>
    </>
  )
}
