// Sends the buyer a new claim link. Where the service sends no mail, the link is shown instead.
import { useState } from 'react'
import { useCall } from '../../api/hooks.ts'
import { useMay } from '../../api/may.tsx'
import { ActionButton } from '../../ui/action.tsx'
import { Actions, Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useMailOff } from '../../ui/mail-off.tsx'

const OPERATION = 'POST /api/operator/v1/orders/{public_id}/claim-link'
const BY_MAIL =
  'The buyer gets a new claim link by email, valid for 30 days. Earlier links stop working. The link goes only to the email address given at checkout.'
const BY_HAND =
  'This service sends no email. You see a new claim link, valid for 30 days, and give it to the buyer. Earlier links stop working.'

export function SendClaimLink({ publicId, of, small = true }: { publicId: string; of: string; small?: boolean }) {
  const call = useCall()
  const isMailOff = useMailOff()
  const [url, setUrl] = useState<string | null>(null)
  const isAllowed = useMay()(OPERATION)
  if (!isAllowed) return null
  const label = isMailOff ? 'Create claim link' : 'Send claim link'
  return (
    <>
      <ActionButton
        label={label}
        of={of}
        title={`${label}: ${of}`}
        confirm={label}
        text={isMailOff ? BY_HAND : BY_MAIL}
        small={small}
        send={async () => {
          const params = { public_id: publicId }
          const sent = await call(OPERATION, { params })
          setUrl(sent.claim_url)
          return sent.claim_url === null ? `Claim link sent to ${sent.buyer_email}.` : 'Claim link created.'
        }}
      />
      <Dialog title={`Claim link: ${of}`} open={url !== null} onClose={() => setUrl(null)}>
        <p>Give this link to the buyer and to nobody else. It works once, within 30 days.</p>
        {url === null ? null : <Copyable text={url} label="the claim link" />}
        <Actions>
          <Button onClick={() => setUrl(null)}>Close</Button>
        </Actions>
      </Dialog>
    </>
  )
}
