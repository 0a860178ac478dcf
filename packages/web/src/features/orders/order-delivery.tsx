// The delivery of an order for operators: target, each command sent to the registrar, and actions.
import type { Delivery, DeliveryAction } from '@freehold/sdk/types'
import { useCall, useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/may.tsx'
import { ActionButton } from '../../ui/action.tsx'
import { Actions } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge, Notice } from '../../ui/feedback.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import { Facts, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { STEP_OUTCOMES } from '../../ui/step-outcomes.ts'
import { Steps } from '../../ui/steps.tsx'
import { wordText } from '../../ui/text.ts'
import { DELIVERY_ACTIONS, DELIVERY_STATES, STEP_LABELS, WITH_BUYER } from './delivery-words.ts'
import { RegistrarField } from './registrar-field.tsx'
import { registrarText } from './registrars.ts'

const PATH = '/api/operator/v1/orders/{public_id}/delivery'

const RetryFields = () => (
  <>
    <RegistrarField label="Registrar (optional)" name="registrar" defaultId={null} />
    <TextField label="Account (optional)" name="account" maxLength={100} mono />
    <TextField
      label="Auth code (optional)"
      name="code"
      maxLength={64}
      autoComplete="off"
      hint="Of a domain that is at another registrar."
      mono
    />
  </>
)

function readRetry(form: FormData) {
  const [registrar, account, code] = ['registrar', 'account', 'code'].map((name) => readText(form, name))
  return {
    ...(registrar ? { registrar_iana_id: Number(registrar) } : {}),
    ...(account ? { registrar_account: account } : {}),
    ...(code ? { auth_code: code } : {}),
  }
}

type ActionsProps = { delivery: Delivery; domain: string; hasConfirm: boolean }

function DeliveryActions({ delivery, domain, hasConfirm }: ActionsProps) {
  const call = useCall()
  const may = useMay()
  const actions = delivery.actions
    .map(({ action }) => action)
    .filter((action) => may(`POST ${PATH}/${action}`) && !(hasConfirm && action === 'confirm'))
  const act = (action: DeliveryAction, form: FormData) => {
    const note = readText(form, 'note')
    const more = action === 'retry' || action === 'set_auth_code' ? readRetry(form) : {}
    const body = { ...(note ? { note } : {}), ...more } as { note?: string; auth_code: string }
    return call(`POST ${PATH}/${action}`, { params: { public_id: delivery.order_id }, body })
  }
  if (actions.length === 0) return null
  return (
    <Actions>
      {actions.map((action) => {
        const { label, text, done, kind } = DELIVERY_ACTIONS[action]
        return (
          <ActionButton
            key={action}
            label={label}
            of={domain}
            title={`${label}: ${domain}`}
            confirm={label}
            text={text}
            kind={kind}
            small
            send={async (form) => {
              await act(action, form)
              return done
            }}
          >
            {action === 'retry' ? <RetryFields /> : null}
            {action === 'set_auth_code' ? (
              <TextField label="Auth code" name="code" maxLength={64} autoComplete="off" mono required />
            ) : null}
            <TextAreaField label="Note (optional)" name="note" maxLength={1000} />
          </ActionButton>
        )
      })}
    </Actions>
  )
}

const toStep = ({ transaction, step, outcome, message, sent_at }: Delivery['steps'][number]) => ({
  id: transaction,
  text: `${STEP_LABELS[step]}: ${STEP_OUTCOMES[outcome]}`,
  note: message,
  at: sent_at,
})

const Messages = ({ messages }: { messages: Delivery['messages'] }) => (
  <>
    <h3>Messages from the registry</h3>
    <ul>
      {messages.map(({ at, text, transfer_state: state }) => (
        <li key={`${at} ${text}`}>
          {text || (state ? wordText(state) : '–')}{' '}
          <span className="soft small">
            <DateTime at={at} />
          </span>
        </li>
      ))}
    </ul>
  </>
)

const nameRegistrar = ({ name, registrar_iana_id: id }: NonNullable<Delivery['registrar_of_record']>): string =>
  [name ?? 'Unknown registrar', id === null ? null : `(IANA ID ${id})`].filter(Boolean).join(' ')

/** Proposes to confirm what RDAP shows, while that can still be done. */
function Arrival({ delivery }: { delivery: Delivery }) {
  const { registrar_of_record: seen, actions } = delivery
  if (!seen?.arrived_at || !actions.some(({ action }) => action === 'confirm')) return null
  return (
    <Notice tone="good" title="The domain arrived">
      RDAP shows the domain at {nameRegistrar(seen)}. Confirm the delivery.
    </Notice>
  )
}

/** An auth code that an operator set is with the buyer: the operator only waits. */
const isWithBuyer = ({ state, method, last_error, auth_code_expires_at: at }: Delivery): boolean =>
  state === 'needs_operator' &&
  method === 'auth_code' &&
  last_error === null &&
  at !== null &&
  new Date(at) > new Date()

function StateBadge({ delivery }: { delivery: Delivery }) {
  const { tone, label } = isWithBuyer(delivery) ? WITH_BUYER : DELIVERY_STATES[delivery.state]
  return <Badge tone={tone}>{label}</Badge>
}

/** While a delivery has a command ahead, or once one was sent. */
function Commands({ delivery: { state, steps } }: { delivery: Delivery }) {
  if (steps.length > 0) return <Steps steps={steps.map(toStep)} />
  const isAhead = state === 'planned' || state === 'queued' || state === 'waiting'
  return isAhead ? <p className="soft">No command was sent to the registrar yet.</p> : null
}

/** `hasConfirm`: the page has the button that confirms the delivery. */
export function OrderDelivery({ id, domain, hasConfirm }: { id: string; domain: string; hasConfirm: boolean }) {
  const read = useRead('GET /api/operator/v1/orders/{public_id}/delivery', { params: { public_id: id } })
  return (
    <Panel title="Delivery">
      <Reading of={read}>
        {(delivery) => (
          <>
            <p>
              <StateBadge delivery={delivery} />
            </p>
            {delivery.reason ? <p>{delivery.reason}</p> : null}
            <Facts
              facts={[
                ['Method', wordText(delivery.method)],
                ['Registrar', registrarText(delivery.registrar_iana_id)],
                ['Account', delivery.registrar_account],
                ['Nameservers', delivery.nameservers.join(', ') || null],
                ['Contact', delivery.contact_email],
                ['Chosen by', wordText(delivery.source)],
                [
                  'Registrar by RDAP',
                  delivery.registrar_of_record && (
                    <span key="rdap">
                      {nameRegistrar(delivery.registrar_of_record)}{' '}
                      <span className="soft small">
                        <DateTime at={delivery.registrar_of_record.checked_at} />
                      </span>
                    </span>
                  ),
                ],
                ['Last error', delivery.last_error],
              ]}
            />
            <Commands delivery={delivery} />
            {delivery.messages.length > 0 ? <Messages messages={delivery.messages} /> : null}
            <Arrival delivery={delivery} />
            <DeliveryActions delivery={delivery} domain={domain} hasConfirm={hasConfirm} />
          </>
        )}
      </Reading>
    </Panel>
  )
}
