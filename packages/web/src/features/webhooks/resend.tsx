// Sends a delivery again with one press, and waits for the result of the attempt.
import type { WebhookDelivery } from '@freehold/sdk/types'
import { useEffect, useRef, useState } from 'react'
import { useSay } from '../../ui/announce.tsx'
import { Button } from '../../ui/button.tsx'
import { describeAttempt } from './response-text.ts'

type Props = {
  delivery: WebhookDelivery
  /** Asks the service to send it again. */
  send: () => Promise<unknown>
  /** Reads the delivery again. */
  refetch: () => unknown
  small?: boolean
}

const LOOK_MS = 500
/** An attempt takes at most five seconds; a busy service may begin it later. */
const GIVE_UP_MS = 20_000

export function Resend({ delivery, send, refetch, small }: Props) {
  const say = useSay()
  /** The number of the attempt that was asked for. */
  const [awaited, setAwaited] = useState<number | null>(null)
  const look = useRef(refetch)
  look.current = refetch
  const made = delivery.attempts.length
  const result = awaited !== null && made >= awaited ? delivery.attempts[awaited - 1] : undefined

  useEffect(() => {
    if (awaited === null) return
    const looking = setInterval(() => void look.current(), LOOK_MS)
    const ending = setTimeout(() => {
      say('The event is queued. Its attempt has not started yet.')
      setAwaited(null)
    }, GIVE_UP_MS)
    return () => {
      clearInterval(looking)
      clearTimeout(ending)
    }
  }, [awaited, say])

  useEffect(() => {
    if (!result) return
    say(describeAttempt(result))
    setAwaited(null)
  }, [result, say])

  async function resend(): Promise<void> {
    say('Sending the event…')
    setAwaited(made + 1)
    try {
      await send()
    } catch (error) {
      setAwaited(null)
      say((error as Error).message)
    }
  }

  return (
    <Button
      kind="plain"
      small={small}
      busy={awaited !== null}
      aria-label={small ? `Resend event: ${delivery.delivery_id}` : undefined}
      onClick={() => void resend()}
    >
      {small ? 'Resend' : 'Resend event'}
    </Button>
  )
}
