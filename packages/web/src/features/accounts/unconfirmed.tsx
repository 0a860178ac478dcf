// The notice of an account whose email address is not confirmed, with the button that sends the message again.
import { useState } from 'react'
import { useCall } from '../../api/hooks.ts'
import { Notice } from '../../ui/feedback.tsx'
import { Form } from '../../ui/form.tsx'

export function UnconfirmedNotice({ email }: { email: string }) {
  const call = useCall()
  const [isSent, setSent] = useState(false)
  async function send(): Promise<string> {
    await call('POST /api/account/confirmation', {})
    setSent(true)
    return 'Message sent.'
  }
  return (
    <Notice tone="warn" title="Confirm your email address">
      <p>
        We sent a message to {email}. Follow the link in it. Until then, this account has no domains and purchases, and
        cannot create a partner or connect applications.
      </p>
      {isSent ? <p>We sent the message again.</p> : <Form submit="Send the message again" kind="plain" send={send} />}
    </Notice>
  )
}
