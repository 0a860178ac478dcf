// Partner and environment: the columns, facts and filters that console lists share. A list is of one environment.
import { Link } from 'wouter'
import type { Filter } from '../../ui/filters.tsx'
import type { Fact } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'
import { type Environment, EnvironmentBadge } from './environment.tsx'
import { PartnerField } from './partner-field.tsx'

export type Whose = { partner_id: string; partner_name: string; environment: Environment }

export const PartnerLink = ({ of }: { of: Pick<Whose, 'partner_id' | 'partner_name'> }) => (
  <Link href={`/console/partners/${of.partner_id}`}>{of.partner_name}</Link>
)

export const whoseColumns: readonly Column<Whose>[] = [{ title: 'Partner', cell: (row) => <PartnerLink of={row} /> }]

export const whoseFacts = (of: Whose): readonly Fact[] => [
  ['Partner', <PartnerLink key="partner" of={of} />],
  ['Environment', <EnvironmentBadge key="environment" environment={of.environment} />],
]

export const WHOSE_FILTERS: readonly Filter[] = [{ name: 'partner_id', label: 'Partner', Field: PartnerField }]
