// /console/tlds/{tld}: prices and rules of one TLD.
import { useCall, useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/may.tsx'
import { PriceFields, RuleFields } from '../../features/registry/tld-fields.tsx'
import { readTldBody } from '../../features/registry/tld-input.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { RecordHead } from '../../ui/record-head.tsx'

export function TldPage({ name }: { name: string }) {
  const params = { tld: name }
  const found = useRead('GET /api/operator/v1/tlds/{tld}', { params })
  const call = useCall()
  const canSave = useMay()('PUT /api/operator/v1/tlds/{tld}')
  return (
    <Reading of={found} title="TLD">
      {(tld) => (
        <>
          <RecordHead
            crumbs={[{ href: '/console/tlds', text: 'TLDs' }]}
            record={{ kind: 'TLD', id: `.${tld.tld}`, name: `.${tld.tld_unicode}` }}
            text={
              <>
                Updated <DateTime at={tld.updated_at} />
                {tld.edited_at ? '' : ' from the reference data'}
              </>
            }
            aside={<Badge>{tld.type}</Badge>}
          />
          <Panel>
            <Form
              key={tld.updated_at}
              submit="Save TLD"
              readOnly={!canSave}
              send={async (form) => {
                await call('PUT /api/operator/v1/tlds/{tld}', { params, body: readTldBody(form) })
                return 'TLD saved. The new prices and rules apply immediately.'
              }}
            >
              {(getFieldError) => (
                <div className="sections">
                  <PriceFields tld={tld} getFieldError={getFieldError} />
                  <RuleFields tld={tld} getFieldError={getFieldError} />
                  <TextField label="Type" name="type" defaultValue={tld.type} error={getFieldError('type')} required />
                </div>
              )}
            </Form>
          </Panel>
        </>
      )}
    </Reading>
  )
}
