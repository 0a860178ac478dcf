// Changes at the registry for operators: every command, and what people do when the service cannot end one.
import type { Db } from '../../db/sql.ts'
import { defineRoute } from '../../http/define-route.ts'
import { ageQuery, BY_AGE, datesQuery, NEWEST, respondWithList } from '../../http/list-response.ts'
import { dateRange } from '../../http/query.ts'
import { IdText, Named, OneOf, pageFields, pageQuery, type Static, Strict, Type } from '../../http/schema.ts'
import { pageSorted } from '../../http/sorting.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { NOTE_LENGTH_MAX } from '../../kernel/limits.ts'
import { OPERATOR_ACTIONS, type OperatorAction } from './rules/commands.ts'
import { actOnCommand } from './service/act.ts'
import { type Command, findCommand, findOwnerEmail, listCommands, steps } from './store/commands.ts'
import { CommandDetailView, CommandView, commandDetailView, commandView, STATES } from './views/commands.ts'

const CommandPath = Strict({ command_id: IdText('cmd_') })

async function readCommand(db: Db, id: string): Promise<Static<typeof CommandDetailView>> {
  const command = isId('registryCommand', id) ? await findCommand(db, id) : undefined
  if (!command) throw notFound('Registry command not found.')
  return commandDetailView(command, await findOwnerEmail(db, command.ownerId), await steps.list(db, id))
}

const COMMAND_COLUMNS = Object.keys(CommandView.properties).filter((name) => name !== 'actions')

const list = defineRoute({
  id: 'operator.registry_commands.list',
  area: 'operator',
  method: 'GET',
  path: '/registry-commands',
  summary: 'List registry commands',
  description:
    "Changes of people's domains at the registry, newest first or as `sort` says: nameservers, locks, privacy, renewals and " +
    'registrations. `Accept: text/csv` returns all matching commands as CSV.',
  returns: 'A page of registry commands.',
  query: Strict({
    state: Type.Optional(OneOf(STATES.values, { description: 'Only commands in this state.' })),
    domain: Type.Optional(Type.String({ maxLength: 253, description: 'The exact domain, in A-label form.' })),
    ...datesQuery,
    ...pageQuery,
    ...ageQuery,
  }),
  produces: ['text/csv'],
  response: Named('RegistryCommands', { registry_commands: Type.Array(CommandView), ...pageFields }),
  handle: ({ db, headers }, { query }) => {
    const { state, sort } = query
    const domain = query.domain?.toLowerCase()
    const range = dateRange(query)
    const filters = { list: 'registry_commands', state: state ?? '', domain: domain ?? '', ...range }
    return respondWithList(
      { headers, query },
      {
        columns: COMMAND_COLUMNS,
        read: async (cursor, limit) => {
          const page = await pageSorted(
            { sort, fallback: NEWEST, cursor, limit, filters },
            BY_AGE,
            ({ id }: Command) => id,
            (keyset, room) => listCommands(db, { state, domain, ...range }, keyset, room),
          )
          return { ...page, rows: page.rows.map(commandView) }
        },
        toBody: (rows) => ({ registry_commands: rows }),
      },
    )
  },
})

const get = defineRoute({
  id: 'operator.registry_commands.get',
  area: 'operator',
  method: 'GET',
  path: '/registry-commands/{command_id}',
  summary: 'Get a registry command',
  description: 'Returns the command with everything that was sent to the registry for it.',
  returns: 'The registry command with its steps.',
  params: CommandPath,
  response: CommandDetailView,
  errors: ['not_found'],
  handle: ({ db }, { params }) => readCommand(db, params.command_id),
})

const note = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: NOTE_LENGTH_MAX,
    description: 'The reason, shown to the owner of the domain.',
  }),
)
const FailBody = Strict({ note })
const ConfirmBody = Strict({
  expires_at: Type.Optional(
    Type.String({
      format: 'date-time',
      maxLength: 40,
      description: 'The expiry date at the registry after the renewal or registration.',
    }),
  ),
})

const TEXTS: Record<OperatorAction, { summary: string; description: string; returns: string }> = {
  retry: {
    summary: 'Retry a registry command',
    description: 'The service asks the registry what happened, then continues.',
    returns: 'The queued command.',
  },
  confirm: {
    summary: 'Confirm a registry command',
    description: 'Records that the registry did what the command asks for. Check it at the registry first.',
    returns: 'The completed command.',
  },
  fail: {
    summary: 'End a registry command',
    description:
      'Records that the registry did not do what the command asks for. A payment for it is refunded. Check at the registry first.',
    returns: 'The failed command.',
  },
  take_over: {
    summary: 'Take over a registry command',
    description:
      'The service sends nothing further for the command. Then retry, confirm or end it. Later changes of the domain wait.',
    returns: 'The command, waiting for an operator.',
  },
}

const BODIES = { retry: Strict({}), confirm: ConfirmBody, fail: FailBody, take_over: Strict({}) }

const actions = OPERATOR_ACTIONS.map((action) =>
  defineRoute({
    id: `operator.registry_commands.${action}`,
    area: 'operator',
    method: 'POST',
    path: `/registry-commands/{command_id}/${action}`,
    operators: ['support'],
    ...TEXTS[action],
    params: CommandPath,
    body: BODIES[action] as typeof ConfirmBody & typeof FailBody,
    bodyOptional: true,
    response: CommandDetailView,
    errors: ['not_found', 'conflict'],
    writes: true,
    handle: async ({ deps, tx, now }, { params, body }) => {
      const given = (body ?? {}) as { expires_at?: string; note?: string }
      const expiresAt = given.expires_at === undefined ? null : new Date(given.expires_at)
      await actOnCommand(deps, tx, params.command_id, { action, expiresAt, note: given.note ?? null }, now)
      return readCommand(tx, params.command_id)
    },
  }),
)

export const operatorRoutes = [list, get, ...actions]
