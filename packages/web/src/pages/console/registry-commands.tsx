// /console/registry-commands: changes of people's domains at the registry.
import { REGISTRY_COMMAND_STATES } from '@freehold/sdk/enums'
import type { RegistryCommand } from '@freehold/sdk/types'
import { Link } from 'wouter'
import type { Query } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { COMMAND_KINDS, COMMAND_STATES } from '../../features/domains/command-words.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge, Empty } from '../../ui/feedback.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'
import { NEWEST_FIRST, useTableState, withSort } from '../../ui/table-state.ts'
import { CsvButton } from '../csv-button.tsx'

const FILTERS: readonly Filter[] = [
  { name: 'domain', label: 'Domain', placeholder: 'example.com' },
  {
    name: 'state',
    label: 'Status',
    options: REGISTRY_COMMAND_STATES.map((value) => ({ value, label: COMMAND_STATES[value].text })),
  },
  { name: 'period', label: 'Created', type: 'period' },
]

export const CommandState = ({ state }: Pick<RegistryCommand, 'state'>) => (
  <Badge tone={COMMAND_STATES[state].tone}>{COMMAND_STATES[state].text}</Badge>
)

const COLUMNS: readonly Column<RegistryCommand>[] = [
  {
    title: 'Domain',
    cell: ({ command_id, domain_unicode }) => (
      <Link className="name" href={`/console/registry-commands/${command_id}`}>
        {domain_unicode}
      </Link>
    ),
  },
  { title: 'Change', cell: ({ kind }) => COMMAND_KINDS[kind] },
  { title: 'Status', cell: ({ state }) => <CommandState state={state} /> },
  { title: 'Last error', phone: 'hidden', cell: ({ last_error }) => last_error ?? '–' },
  {
    title: 'Price',
    end: true,
    cell: ({ price_cents: cents, currency }) =>
      cents === null || currency === null ? '–' : <Money cents={cents} currency={currency} />,
  },
  { title: 'Created', sort: 'created', cell: ({ created_at }) => <DateTime at={created_at} /> },
  { title: 'Updated', phone: 'hidden', cell: ({ updated_at }) => <DateTime at={updated_at} /> },
]

const LIST = 'GET /api/operator/v1/registry-commands'
type CommandsQuery = NonNullable<Query<typeof LIST>>

export function RegistryCommands() {
  const filters = useFilters<CommandsQuery>(FILTERS)
  const state = useTableState('console.registry-commands', COLUMNS, NEWEST_FIRST)
  const query = withSort<CommandsQuery>(filters, state)
  const list = useList(LIST, { query }, ({ registry_commands }) => registry_commands)
  return (
    <>
      <PageHead
        title="Registry commands"
        text="Registrations, renewals and other changes of people's domains at the registry."
      />
      <FilterBar filters={FILTERS} />
      <Panel>
        <ListTools
          state={state}
          download={<CsvButton operation={LIST} input={{ query }} name="registry-commands.csv" />}
        />
        <ListView
          list={list}
          filtered={isFiltered(filters)}
          caption="Registry commands"
          noun="command"
          state={state}
          rowKey={({ command_id }) => command_id}
          empty={
            <Empty title="No registry commands yet">
              With a connector, changes that people make to their domains appear here.
            </Empty>
          }
        />
      </Panel>
    </>
  )
}
