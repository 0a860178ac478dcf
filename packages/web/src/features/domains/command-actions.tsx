// What operators can do with a change at the registry.
import type { RegistryCommand, RegistryCommandAction } from '@freehold/sdk/types'
import { useCall } from '../../api/hooks.ts'
import { useMay } from '../../api/may.tsx'
import { ActionButton } from '../../ui/action.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import { COMMAND_ACTIONS } from './command-words.ts'

const PATH = '/api/operator/v1/registry-commands/{command_id}'

/** Registrations and renewals move the expiry date. */
const hasTerm = ({ kind }: RegistryCommand): boolean => kind === 'register' || kind === 'renew'

const describe = (action: RegistryCommandAction, command: RegistryCommand): string =>
  action === 'fail' && command.price_cents !== null
    ? `${COMMAND_ACTIONS.fail.text} The owner gets the payment for it back.`
    : COMMAND_ACTIONS[action].text

function ActionFields({ action, command }: { action: RegistryCommandAction; command: RegistryCommand }) {
  if (action === 'fail')
    return (
      <TextAreaField label="Reason (optional)" name="note" maxLength={1000} hint="The owner of the domain sees it." />
    )
  if (action === 'confirm' && hasTerm(command))
    return (
      <TextField
        label="New expiry date (optional)"
        name="expires"
        type="date"
        hint="As the registry shows it. Without a date, we add the term."
      />
    )
  return null
}

export function CommandActions({ command }: { command: RegistryCommand }) {
  const call = useCall()
  const may = useMay()
  const actions = command.actions.map(({ action }) => action).filter((action) => may(`POST ${PATH}/${action}`))
  const params = { command_id: command.command_id }
  const act = (action: RegistryCommandAction, form: FormData): Promise<unknown> => {
    if (action === 'confirm') {
      const day = readText(form, 'expires')
      return call(`POST ${PATH}/confirm`, { params, body: day ? { expires_at: `${day}T00:00:00Z` } : {} })
    }
    const note = action === 'fail' ? readText(form, 'note') : null
    return call(`POST ${PATH}/${action}`, { params, body: note ? { note } : {} })
  }
  if (actions.length === 0) return null
  return (
    <div className="page-actions">
      {actions.map((action) => {
        const { label, done, kind } = COMMAND_ACTIONS[action]
        return (
          <ActionButton
            key={action}
            label={label}
            title={`${label}: ${command.domain_unicode}`}
            confirm={label}
            text={describe(action, command)}
            kind={kind}
            send={async (form) => {
              await act(action, form)
              return done
            }}
          >
            <ActionFields action={action} command={command} />
          </ActionButton>
        )
      })}
    </div>
  )
}
