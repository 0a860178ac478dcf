// Operator commands: deliveries of orders, and changes of people's domains at the registry.
import type { DeliveryAction, RegistryCommandAction } from '@freehold/sdk'
import { DELIVERY_ACTIONS, REGISTRY_COMMAND_ACTIONS, REGISTRY_COMMAND_STATES } from '@freehold/sdk/enums'
import { type Command, parseChoice, text } from '../command.ts'
import { moneyText, type Output, timeText } from '../output.ts'
import { UsageError } from '../usage.ts'
import { readTarget, TARGET_OPTIONS } from './delivery.ts'

type Step = { step: string; transaction: string; outcome: string; message: string | null; sent_at: string }

function showSteps(output: Output, steps: readonly Step[], actions: readonly { action: string }[]): void {
  output.line()
  output.table(
    steps,
    [
      ['SENT', (row) => timeText(row.sent_at)],
      ['STEP', (row) => row.step],
      ['OUTCOME', (row) => row.outcome],
      ['TRANSACTION', (row) => row.transaction],
      ['MESSAGE', (row) => row.message],
    ],
    'Nothing was sent yet.',
  )
  if (actions.length > 0) output.note(`Available actions: ${actions.map(({ action }) => action).join(', ')}`)
}

/** The SDK's method for each action. */
const DELIVERY_METHODS = {
  confirm: 'confirmDelivery',
  set_auth_code: 'setAuthCode',
  retry: 'retryDelivery',
  take_over: 'takeOverDelivery',
  cancel: 'cancelDelivery',
} as const satisfies Record<DeliveryAction, string>

const delivery: Command = {
  name: 'operator delivery',
  summary: 'Show each step of a delivery, or take over, retry, confirm or cancel it.',
  usage: `ORDER-ID [${DELIVERY_ACTIONS.join('|')}] [--note TEXT] [--registrar IANA-ID] [--account ACCOUNT] [--code CODE]`,
  options: {
    ...TARGET_OPTIONS,
    code: {
      type: 'string',
      value: 'CODE',
      help: 'For set_auth_code: the code that you set at the registrar. For retry: the code of a domain at another registrar.',
    },
    note: { type: 'string', value: 'TEXT', help: 'A note for the timeline of the order.' },
  },
  takes: [1, 2],
  async run({ args: [id = '', typed], values, operator, output }) {
    const { orders } = operator().operator
    const action = typed === undefined ? null : parseChoice(DELIVERY_ACTIONS, typed)
    const [note, code] = ['note', 'code'].map((name) => text(values, name))
    if (action === 'set_auth_code' && !code) throw new UsageError('Pass --code with the auth code.')
    const target = action === 'retry' ? readTarget(values) : {}
    const input = { ...target, ...(note ? { note } : {}), ...(code ? { auth_code: code } : {}) }
    const found =
      action === null ? await orders.delivery(id) : await orders[DELIVERY_METHODS[action]](id, input as never)
    output.show(found, () => {
      output.facts([
        ['Order', found.order_id],
        ['State', found.state],
        ['Reason', found.reason],
        ['Method', found.method],
        ['Registrar (IANA ID)', found.registrar_iana_id],
        ['Account', found.registrar_account],
        ['Last error', found.last_error],
      ])
      showSteps(output, found.steps, found.actions)
    })
  },
}

const COMMAND_METHODS = {
  retry: 'retry',
  confirm: 'confirm',
  fail: 'fail',
  take_over: 'takeOver',
} as const satisfies Record<RegistryCommandAction, string>

/** What each action accepts. */
function readActionInput(action: RegistryCommandAction, note: string | undefined, expires: string | undefined): object {
  if (note && action !== 'fail') throw new UsageError('--note is for fail only.')
  if (expires && action !== 'confirm') throw new UsageError('--expires is for confirm only.')
  if (expires && !/^\d{4}-\d{2}-\d{2}$/.test(expires))
    throw new UsageError(`--expires must be a date such as 2028-01-31, not "${expires}".`)
  if (note) return { note }
  return expires ? { expires_at: `${expires}T00:00:00Z` } : {}
}

const registry: Command = {
  name: 'operator registry',
  summary: "List changes of people's domains at the registry, show one, or retry, confirm or end it.",
  usage: `[COMMAND-ID [${REGISTRY_COMMAND_ACTIONS.join('|')}]] [--state needs_operator] [--domain DOMAIN] [--note TEXT] [--expires DATE]`,
  options: {
    state: { type: 'string', value: 'STATE', help: 'Only commands in this state.', choices: REGISTRY_COMMAND_STATES },
    domain: { type: 'string', value: 'DOMAIN', help: 'Only commands of this domain.' },
    note: { type: 'string', value: 'TEXT', help: 'For fail: the reason. The owner of the domain sees it.' },
    expires: { type: 'string', value: 'DATE', help: 'For confirm: the new expiry date at the registry.' },
  },
  takes: [0, 2],
  async run({ args: [id, typed], values, operator, output }) {
    const { registryCommands: api } = operator().operator
    if (id) {
      const action = typed === undefined ? null : parseChoice(REGISTRY_COMMAND_ACTIONS, typed)
      const input = action && readActionInput(action, text(values, 'note'), text(values, 'expires'))
      const hasInput = action === 'confirm' || action === 'fail'
      const found =
        action === null
          ? await api.get(id)
          : hasInput
            ? await api[COMMAND_METHODS[action]](id, input as never)
            : await api[COMMAND_METHODS[action]](id)
      return output.show(found, () => {
        const { command } = found
        output.facts([
          ['Command', command.command_id],
          ['Domain', command.domain],
          ['Change', command.kind],
          ['State', command.state],
          ['Owner', found.user_email],
          ['Paid', command.price_cents === null ? null : moneyText(command.price_cents, command.currency ?? 'USD')],
          ['Last error', command.last_error],
        ])
        showSteps(output, found.steps, command.actions)
      })
    }
    const [state, domain] = [text(values, 'state'), text(values, 'domain')]
    const page = await api.list({
      limit: 50,
      ...(state ? { state: parseChoice(REGISTRY_COMMAND_STATES, state, 'state') } : {}),
      ...(domain ? { domain } : {}),
    })
    output.show(page, () =>
      output.table(
        page.registry_commands,
        [
          ['COMMAND', (row) => row.command_id],
          ['DOMAIN', (row) => row.domain],
          ['CHANGE', (row) => row.kind],
          ['STATE', (row) => row.state],
          ['UPDATED', (row) => timeText(row.updated_at)],
          ['LAST ERROR', (row) => row.last_error],
        ],
        'No registry commands match.',
      ),
    )
  },
}

export const operatorRegistryCommands = [delivery, registry]
