// Sends the buyer a new claim link. Where the service sends no mail, the link is shown instead.
import { useState } from 'react'
import { useCall } from '../../api/hooks.ts'
import { ActionButton } from '../../ui/action.tsx'
import { Copyable } from '../../ui/copy.tsx'

const TEXT =
  'The buyer gets a new claim link by email, valid for 30 days. Earlier links stop working. The link goes only to the email address given at checkout.'

export function SendClaimLink({ publicId, of, small = true }: { publicId: string; of: string; small?: boolean }) {
  const call = useCall()
  const [url, setUrl] = useState<string | null>(null)
  return (
    <>
      <ActionButton
        label="Send claim link"
        of={of}
        title={`Send claim link: ${of}`}
        confirm="Send claim link"
        text={TEXT}
        small={small}
        send={async () => {
          const params = { public_id: publicId }
          const sent = await call('POST /api/operator/v1/orders/{public_id}/claim-link', { params })
          setUrl(sent.claim_url)
          return sent.claim_url === null
            ? `Claim link sent to ${sent.buyer_email}.`
            : 'Claim link created. Give it to the buyer.'
        }}
      />
      {url === null ? null : <Copyable text={url} label="the claim link" />}
    </>
  )
}
