// The TXT record that a seller publishes, with what the last lookup found, and a button to look again.
import type { SellerListing } from '@freehold/sdk/types'
import { useState } from 'react'
import { useSay } from '../../ui/announce.tsx'
import { Button } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { Facts, Panel } from '../../ui/panel.tsx'
import { RESULT_TEXTS } from './seller-words.tsx'

type Props = { listing: SellerListing; verify: () => Promise<SellerListing> }

export function Verification({ listing, verify }: Props) {
  const say = useSay()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { record, last_result, checked_at, expires_at } = listing.verification
  if (!record) return null

  async function check(): Promise<void> {
    setBusy(true)
    setFailure(null)
    try {
      const { status, verification } = await verify()
      if (status === 'listed') say(`${listing.domain_unicode} is listed.`)
      else say(RESULT_TEXTS[verification.last_result ?? 'missing'])
    } catch (error) {
      setFailure((error as Error).message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Panel
      title={`Verify ${listing.domain_unicode}`}
      aside={
        <Button small busy={isBusy} aria-label={`Check now: ${listing.domain_unicode}`} onClick={() => void check()}>
          Check now
        </Button>
      }
    >
      <p>
        Publish this TXT record at your DNS provider. We look it up every 10 minutes and list the domain when we find
        it.
      </p>
      <Facts
        facts={[
          ['Type', 'TXT'],
          ['Name', <Copyable key="name" text={record.name} label="the name of the record" />],
          ['Value', <Copyable key="value" text={record.value} label="the value of the record" />],
          ['Last check', checked_at && <DateTime at={checked_at} />],
          ['Result', last_result && RESULT_TEXTS[last_result]],
          ['Publish until', expires_at && <DateTime at={expires_at} />],
        ]}
      />
      {failure ? <Notice tone="bad">{failure}</Notice> : null}
    </Panel>
  )
}
