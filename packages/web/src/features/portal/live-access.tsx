// Live access: requirements, the application and its status.
import type { OwnPartner } from '@freehold/sdk/types'
import { ContactLink } from '../../ui/contact.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { Form, readText } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'

type Props = { partner: OwnPartner; apply: (note: string | undefined) => Promise<unknown> }

export const LiveAccess = (props: Props) => (
  <Panel title="Live access">
    <Standing {...props} />
  </Panel>
)

function Standing({ partner, apply }: Props) {
  if (partner.status === 'suspended')
    return (
      <Notice tone="bad">
        This partner account is suspended. All API requests fail.{' '}
        <ContactLink>Contact the marketplace operator</ContactLink>.
      </Notice>
    )
  if (partner.approved_at)
    return (
      <Notice tone="good">
        <p>
          Approved on <DateTime at={partner.approved_at} precision="day" />. You can create and use live keys.
        </p>
      </Notice>
    )
  if (partner.live_requested_at) return <Applied partner={partner} at={partner.live_requested_at} />
  if (partner.role !== 'owner')
    return <Notice>You have read-only access. Ask an owner of this partner account to apply for live access.</Notice>
  return <Application apply={apply} />
}

const Applied = ({ partner, at }: { partner: OwnPartner; at: string }) => (
  <Notice>
    <p>
      You applied on <DateTime at={at} precision="day" />. An operator reviews every application. You can keep using the
      sandbox meanwhile.
    </p>
    {partner.live_request_note ? <p className="soft">{partner.live_request_note}</p> : null}
  </Notice>
)

const Application = ({ apply }: Pick<Props, 'apply'>) => (
  <Form
    submit="Apply for live access"
    send={async (form) => {
      await apply(readText(form, 'note'))
      return 'Application submitted.'
    }}
  >
    {(getFieldError) => (
      <>
        <p>You need our approval to sell with real money. Apply once your integration works in the sandbox.</p>
        <TextAreaField
          label="What you will sell and where (optional)"
          name="note"
          hint="Helps us decide faster."
          maxLength={1000}
          error={getFieldError('note')}
        />
      </>
    )}
  </Form>
)
