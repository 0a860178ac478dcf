// Downloads what is stored about the person, or deletes the account.
import { useMutation } from '@tanstack/react-query'
import type { FreeholdError } from '../../api/client.ts'
import { saveFile } from '../../api/download.ts'
import { useCall, useTransport } from '../../api/hooks.ts'
import { ActionButton } from '../../ui/action.tsx'
import { Actions, Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'

export function DataPanel({ hasPassword }: { hasPassword: boolean }) {
  const call = useCall()
  const transport = useTransport()
  const download = useMutation<void, FreeholdError, void>({
    mutationFn: async () => {
      const response = await transport.send('GET /api/account/export')
      saveFile(await response.blob(), 'freehold-account.json')
    },
  })

  async function remove(form: FormData): Promise<undefined> {
    const body = hasPassword ? { password: String(form.get('password') ?? '') } : {}
    await call('DELETE /api/account', { body })
    location.assign('/')
  }

  return (
    <Panel title="Your data">
      <p className="soft">
        Download everything stored about you, or delete the account. Records of payments stay without your name and
        email address.
      </p>
      {download.error ? <Failure error={download.error} /> : null}
      <Actions>
        <Button kind="plain" busy={download.isPending} onClick={() => download.mutate()}>
          Download data
        </Button>
        <ActionButton
          label="Delete account"
          kind="danger"
          text="Your personal data is removed. You cannot undo this."
          send={remove}
        >
          {(getFieldError) =>
            hasPassword ? (
              <TextField
                label="Password"
                type="password"
                name="password"
                autoComplete="current-password"
                required
                error={getFieldError('password')}
              />
            ) : null
          }
        </ActionButton>
      </Actions>
    </Panel>
  )
}
