// Partner and environment: the columns, facts and filters that console lists share.
import { Link } from 'wouter'
import type { Filter } from '../../ui/filters.tsx'
import type { Fact } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'
import { ENVIRONMENT_OPTIONS, type Environment, EnvironmentBadge } from './environment.tsx'

export type Whose = { partner_id: string; partner_name: string; environment: Environment }

export const PartnerLink = ({ of }: { of: Pick<Whose, 'partner_id' | 'partner_name'> }) => (
  <Link href={`/console/partners/${of.partner_id}`}>{of.partner_name}</Link>
)

export const whoseColumns: readonly Column<Whose>[] = [
  { title: 'Partner', cell: (row) => <PartnerLink of={row} /> },
  { title: 'Environment', cell: ({ environment }) => <EnvironmentBadge environment={environment} /> },
]

export const whoseFacts = (of: Whose): readonly Fact[] => [
  ['Partner', <PartnerLink key="partner" of={of} />],
  ['Environment', <EnvironmentBadge key="environment" environment={of.environment} />],
]

export const WHOSE_FILTERS: readonly Filter[] = [
  { name: 'environment', label: 'Environment', options: ENVIRONMENT_OPTIONS },
  { name: 'partner_id', label: 'Partner ID', placeholder: 'ptn_…' },
]
