// Simulates the payment of a checkout session.
import type { CheckoutSession } from '@freehold/sdk/types'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { wordText } from '../../ui/text.ts'

type Outcome = 'paid' | 'declined'
type Props = { pay: (sessionId: string, outcome: Outcome) => Promise<CheckoutSession> }

const OUTCOMES: readonly { value: Outcome; label: string }[] = [
  { value: 'paid', label: 'Paid' },
  { value: 'declined', label: 'Card declined' },
]

export const PaySession = ({ pay }: Props) => (
  <Form
    submit="Simulate payment"
    send={async (form) => {
      const session = await pay(String(form.get('session')).trim(), form.get('outcome') as Outcome)
      return `${session.domain_unicode}: ${wordText(session.status).toLowerCase()}.`
    }}
  >
    {(getFieldError) => (
      <>
        <TextField
          label="Checkout session ID"
          name="session"
          mono
          required
          placeholder="cs_…"
          spellCheck={false}
          error={getFieldError('session_id')}
        />
        <SelectField label="Outcome" name="outcome" options={OUTCOMES} />
      </>
    )}
  </Form>
)
