// Where one order is delivered, to change it before the transfer starts or after the registrar rejected it.
import type { OrderProgress } from '@freehold/sdk/types'
import { useCall } from '../../api/hooks.ts'
import { Notice } from '../../ui/feedback.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { Form, readText } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'

type Target = Pick<OrderProgress, 'public_id' | 'transfer' | 'can_choose_delivery'>

export function OrderTarget({ order }: { order: Target }) {
  const call = useCall()
  const { transfer } = order
  if (!order.can_choose_delivery) return null
  const save = async (form: FormData) => {
    const isByCode = form.get('by_code') !== null
    const [registrar, account] = [readText(form, 'registrar'), readText(form, 'account')]
    const place = {
      ...(registrar ? { registrar_iana_id: Number(registrar) } : {}),
      ...(account ? { registrar_account: account } : {}),
    }
    await call('PATCH /api/partner/v1/orders/{public_id}/delivery', {
      params: { public_id: order.public_id },
      body: isByCode ? { method: 'auth_code' } : place,
    })
    return 'Delivery target saved.'
  }
  return (
    <Panel title="Delivery target">
      {transfer.state === 'failed' && transfer.last_error ? (
        <Notice tone="warn" title="The registrar rejected the transfer">
          {transfer.last_error} Correct the target, then the transfer can start again.
        </Notice>
      ) : (
        <p className="soft">For this order only. Your other orders use the target of the page Delivery.</p>
      )}
      <Form key={`${transfer.method} ${transfer.account}`} submit="Save delivery target" send={save}>
        {(getFieldError) => (
          <>
            <TextField
              label="Registrar (IANA ID)"
              name="registrar"
              inputMode="numeric"
              pattern="[0-9]+"
              defaultValue={transfer.registrar ?? undefined}
              error={getFieldError('registrar_iana_id')}
            />
            <TextField
              label="Account"
              name="account"
              maxLength={100}
              defaultValue={transfer.account ?? undefined}
              error={getFieldError('registrar_account')}
              mono
            />
            <CheckField
              label="Deliver by auth code instead"
              name="by_code"
              defaultChecked={transfer.method === 'auth_code'}
            />
          </>
        )}
      </Form>
    </Panel>
  )
}
