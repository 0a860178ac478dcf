// Changes the email address: both addresses get a link.
import { useState } from 'react'
import { useCall } from '../../api/hooks.ts'
import { ActionButton } from '../../ui/action.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import { Facts, Panel } from '../../ui/panel.tsx'

export function EmailPanel({ email, isConfirmed }: { email: string; isConfirmed: boolean }) {
  const call = useCall()
  const [asked, setAsked] = useState<string | null>(null)

  async function send(form: FormData): Promise<string> {
    const newEmail = readText(form, 'new_email') ?? ''
    await call('POST /api/account/email', {
      body: { new_email: newEmail, current_password: String(form.get('current_password') ?? '') },
    })
    setAsked(newEmail)
    return 'We sent a message to both addresses.'
  }

  return (
    <Panel
      title="Email address"
      aside={
        isConfirmed ? (
          <ActionButton
            label="Change email address"
            confirm="Send links"
            text="We send a link to your current and to your new address. The change happens when you have followed both."
            send={send}
          >
            {(getFieldError) => (
              <>
                <TextField
                  label="New email"
                  type="email"
                  name="new_email"
                  autoComplete="email"
                  required
                  error={getFieldError('new_email')}
                />
                <TextField
                  label="Current password"
                  type="password"
                  name="current_password"
                  autoComplete="current-password"
                  required
                  error={getFieldError('current_password')}
                />
              </>
            )}
          </ActionButton>
        ) : null
      }
    >
      <Facts
        facts={[
          ['Email', email],
          ['Status', isConfirmed ? 'Confirmed' : 'Not confirmed'],
        ]}
      />
      {asked ? <Notice>{`Follow the links in the messages to ${email} and ${asked} within 24 hours.`}</Notice> : null}
    </Panel>
  )
}
