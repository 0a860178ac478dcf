// /portal/delivery: the registrar account that receives the partner's domains.
import { useCall, useRead } from '../../api/hooks.ts'
import { RegistrarField } from '../../features/orders/registrar-field.tsx'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { TextField } from '../../ui/field.tsx'
import { Form, readText } from '../../ui/form.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'

const readHosts = (text: string | undefined): string[] => text?.split(/[\s,]+/).filter(Boolean) ?? []

export function DeliveryTarget() {
  const { isOwner } = useWorkplace()
  const call = useCall()
  const read = useRead('GET /api/partner/v1/delivery', {})
  const save = async (form: FormData) => {
    await call('PATCH /api/partner/v1/delivery', {
      body: {
        registrar_iana_id: Number(readText(form, 'registrar')),
        registrar_account: readText(form, 'account') ?? '',
        contact_email: readText(form, 'email') ?? '',
        nameservers: readHosts(readText(form, 'nameservers')),
      },
    })
    return 'Delivery target saved.'
  }
  return (
    <>
      <PageHead title="Delivery" text="The registrar account that receives the domains you sell." />
      <Panel title="Delivery target">
        <Reading of={read}>
          {({ delivery }) => (
            <Form submit="Save delivery target" send={save} readOnly={!isOwner}>
              {(getFieldError) => (
                <>
                  <RegistrarField
                    name="registrar"
                    defaultId={delivery?.registrar_iana_id ?? null}
                    error={getFieldError('registrar_iana_id')}
                    required
                  />
                  <TextField
                    label="Account"
                    name="account"
                    defaultValue={delivery?.registrar_account}
                    error={getFieldError('registrar_account')}
                    maxLength={100}
                    mono
                    required
                  />
                  <TextField
                    label="Contact email"
                    name="email"
                    type="email"
                    defaultValue={delivery?.contact_email}
                    error={getFieldError('contact_email')}
                    required
                  />
                  <TextField
                    label="Nameservers (optional)"
                    name="nameservers"
                    defaultValue={delivery?.nameservers.join(', ')}
                    hint="Separated by commas. We set them before the transfer."
                    error={getFieldError('nameservers')}
                    mono
                  />
                </>
              )}
            </Form>
          )}
        </Reading>
      </Panel>
    </>
  )
}
