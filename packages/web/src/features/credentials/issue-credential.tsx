// Creating a key: its name, environment and scopes.
import { SCOPES } from '@freehold/sdk/enums'
import type { Environment, Scope } from '@freehold/sdk/types'
import { ActionButton } from '../../ui/action.tsx'
import { CheckField, SelectField, TextField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import { SCOPE_TEXTS } from './scopes.ts'

type Props = {
  /** The environments a key can be created for. */
  environments: readonly Environment[]
  issue: (input: { name?: string; environment: Environment; scopes: Scope[] }) => Promise<unknown>
}

const NAMES: Record<Environment, string> = { sandbox: 'Sandbox', live: 'Live' }

export const IssueCredential = ({ environments, issue }: Props) => (
  <ActionButton
    label="Create key"
    confirm="Create key"
    kind="primary"
    small
    send={async (form) => {
      const environment = form.get('environment') as Environment
      const name = readText(form, 'name')
      await issue({ ...(name ? { name } : {}), environment, scopes: form.getAll('scopes') as Scope[] })
      return undefined
    }}
  >
    {(getFieldError) => (
      <>
        <TextField
          label="Name"
          name="name"
          maxLength={100}
          hint="Optional. Says which system uses the key."
          placeholder="Shop backend"
          error={getFieldError('name')}
        />
        <SelectField
          label="Environment"
          name="environment"
          options={environments.map((value) => ({ value, label: NAMES[value] }))}
          error={getFieldError('environment')}
        />
        <fieldset>
          <legend>Scopes</legend>
          {SCOPES.map((scope) => (
            <CheckField
              key={scope}
              name="scopes"
              value={scope}
              defaultChecked
              label={
                <>
                  <code>{scope}</code> <span className="soft">{SCOPE_TEXTS[scope]}</span>
                </>
              }
            />
          ))}
          {getFieldError('scopes') ? (
            <span className="field__error" role="alert">
              Select at least one scope.
            </span>
          ) : null}
        </fieldset>
      </>
    )}
  </ActionButton>
)
