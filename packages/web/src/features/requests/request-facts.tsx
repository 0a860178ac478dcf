// What is known about one request. Bodies and signatures are never kept.
import type { LoggedRequestDetail } from '@freehold/sdk/types'
import { Copyable } from '../../ui/copy.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { type Fact, Facts } from '../../ui/panel.tsx'
import { errorText, RequestStatus } from './request-columns.tsx'

const mono = (text: string | null) => (text ? <span className="mono">{text}</span> : null)

export function RequestFacts({ request }: { request: LoggedRequestDetail }) {
  const facts: Fact[] = [
    ['Answer', <RequestStatus key="status" status={request.status} />],
    ['Error', mono(errorText(request))],
    ['Request id', <Copyable key="id" text={request.request_id} label="the request id" />],
    ['Path', mono(request.path)],
    ['Query', mono(request.query)],
    ['Key', mono(request.key_id)],
    ['Environment', request.environment === 'live' ? 'Live' : 'Sandbox'],
    ['At', <DateTime key="at" at={request.at} precision="second" />],
    ['Took', `${request.duration_ms} ms`],
    ['X-Service-Timestamp', mono(request.timestamp_header)],
    ['X-Service-Nonce', mono(request.nonce_header)],
  ]
  return <Facts facts={facts} />
}
