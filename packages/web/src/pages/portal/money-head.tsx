// The header and tabs of the money pages.
import { PageHead } from '../../ui/panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const TABS = [
  { href: '/portal/money', text: 'Statements' },
  { href: '/portal/money/transactions', text: 'Transactions' },
  { href: '/portal/money/payouts', text: 'Payouts' },
  { href: '/portal/money/refunds', text: 'Refunds' },
]

export const MoneyHead = ({ text }: { text: string }) => (
  <>
    <PageHead title="Money" text={text} />
    <Tabs label="Money" tabs={TABS} />
  </>
)
