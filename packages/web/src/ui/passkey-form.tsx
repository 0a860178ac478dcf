// A form that a passkey fills in. Without JavaScript it stays hidden.
import { Button } from './button.tsx'

type Props = {
  action: string
  next: string
  /** Options for the browser's passkey prompt. */
  request: object
  label: string
  /** Also offer passkeys among the suggestions of the email field. */
  autofill?: boolean
}

export const PasskeyForm = ({ action, next, request, label, autofill }: Props) => (
  <form
    method="post"
    action={action}
    data-passkey={JSON.stringify(request)}
    data-autofill={autofill ? 'yes' : undefined}
    hidden
  >
    <input type="hidden" name="next" value={next} />
    <input type="hidden" name="passkey" value="" />
    <Button type="submit" kind="plain" wide>
      {label}
    </Button>
    <p className="field__error" role="status" data-passkey-problem />
  </form>
)
