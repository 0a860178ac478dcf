// Tells the team that an endpoint fails or was disabled, in the transaction that notes it.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { notifyTeam } from '../../team/index.ts'
import {
  describeFailure,
  GIVE_UP_SECONDS,
  GIVEN_UP,
  type Outcome,
  REPORT_SECONDS,
  toShownUrl,
} from '../rules/deliveries.ts'
import { disableIdleFailing, type LeasedEndpoint, markReported } from '../store/dispatch.ts'

type Needed = Pick<Deps, 'clock' | 'secrets'>
type Write = Parameters<typeof notifyTeam>[4]

type Reported = Pick<LeasedEndpoint, 'isDefault' | 'url'>

/** Each endpoint causes one message a day, also if it is registered again, or deleted and added again. */
const onceADay = ({ isDefault, url }: Reported) => ({
  inSeconds: REPORT_SECONDS,
  about: isDefault ? 'the default endpoint' : toShownUrl(url),
})

export async function reportFailing(
  deps: Needed,
  tx: Tx,
  endpoint: LeasedEndpoint,
  { failingSince, outcome, now }: { failingSince: Date; outcome: Outcome; now: Date },
): Promise<void> {
  const { sandboxOffsetSeconds } = endpoint
  const notBefore = addSeconds(now, -REPORT_SECONDS)
  const isFirst = await markReported(tx, endpoint, { failingSince, reportedAt: now, notBefore })
  if (!isFirst) return
  const shownSince = addSeconds(failingSince, sandboxOffsetSeconds)
  const url = toShownUrl(endpoint.url)
  const write: Write = (subject) => ({
    template: 'webhook_failing',
    data: { ...subject, url, failingSince: shownSince, lastError: describeFailure(outcome) },
  })
  await notifyTeam(deps, tx, endpoint, 'webhooks', write, onceADay(endpoint))
}

export async function reportDisabled(
  deps: Needed,
  tx: Tx,
  { url, isDefault, ...owner }: Owner & Reported,
  reason: string,
): Promise<void> {
  const write: Write = (subject) => ({
    template: 'webhook_disabled',
    data: { ...subject, url: toShownUrl(url), reason },
  })
  await notifyTeam(deps, tx, owner, 'webhooks', write, onceADay({ isDefault, url }))
}

/** Disables endpoints that nothing has reached for too long, and tells their teams. Answers how many. */
export async function disableBatch(deps: Needed & Pick<Deps, 'db' | 'log'>, limit: number): Promise<number> {
  const now = deps.clock.now()
  const since = addSeconds(now, -GIVE_UP_SECONDS)
  const disabled = await deps.db.tx(async (tx) => {
    const endpoints = await disableIdleFailing(tx, { since, now, reason: GIVEN_UP, limit })
    for (const endpoint of endpoints) await reportDisabled(deps, tx, endpoint, GIVEN_UP)
    return endpoints
  })
  for (const { partnerId, environment } of disabled)
    deps.log.warn({ partner_id: partnerId, environment }, 'webhook endpoint disabled')
  return disabled.length
}
