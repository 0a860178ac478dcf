// Live access: what it takes, the application, and how it stands.
import type { OwnPartner } from '@freehold/sdk/types'
import { DateTime } from '../../ui/date-time.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { Form, textOf } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'

type Props = { partner: OwnPartner; apply: (note: string | undefined) => Promise<unknown> }

export const LiveAccess = (props: Props) => (
  <Panel title="Live access">
    <Standing {...props} />
  </Panel>
)

function Standing({ partner, apply }: Props) {
  if (partner.status === 'suspended')
    return <Notice tone="bad">This partner is suspended. Talk to us before anything else.</Notice>
  if (partner.approved_at)
    return (
      <Notice tone="good">
        <p>
          Approved on <DateTime at={partner.approved_at} precision="day" />. Live keys work.
        </p>
      </Notice>
    )
  if (partner.live_requested_at) return <Applied partner={partner} at={partner.live_requested_at} />
  if (partner.role !== 'owner')
    return <Notice>Live access starts with an application. Ask an owner of this partner to apply.</Notice>
  return <Application apply={apply} />
}

const Applied = ({ partner, at }: { partner: OwnPartner; at: string }) => (
  <Notice>
    <p>
      You applied on <DateTime at={at} precision="day" />. We look at every application by hand; the sandbox goes on
      meanwhile.
    </p>
    {partner.live_request_note ? <p className="soft">{partner.live_request_note}</p> : null}
  </Notice>
)

const Application = ({ apply }: Pick<Props, 'apply'>) => (
  <Form
    submit="Apply for live access"
    send={async (form) => {
      await apply(textOf(form, 'note'))
      return 'Your application is with us.'
    }}
  >
    {(problemOf) => (
      <>
        <p>Real names and real money start with our approval. Apply when your integration works in the sandbox.</p>
        <TextAreaField
          label="What you will sell, and where"
          name="note"
          hint="Optional. It helps us to decide faster."
          maxLength={1000}
          error={problemOf('note')}
        />
      </>
    )}
  </Form>
)
