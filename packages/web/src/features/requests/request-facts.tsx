// The details of one request. Bodies and signatures are never stored.
import type { LoggedRequestDetail } from '@freehold/sdk/types'
import { Copyable } from '../../ui/copy.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { type Fact, Facts } from '../../ui/panel.tsx'
import { errorText, RequestStatus } from './request-columns.tsx'

const mono = (text: string | null) => (text ? <span className="mono">{text}</span> : null)

export function RequestFacts({ request }: { request: LoggedRequestDetail }) {
  const facts: Fact[] = [
    ['Status code', <RequestStatus key="status" status={request.status} />],
    ['Error', mono(errorText(request))],
    ['Request ID', <Copyable key="id" text={request.request_id} label="the request ID" />],
    ['Path', mono(request.path)],
    ['Query', mono(request.query)],
    ['Key ID', mono(request.key_id)],
    ['Environment', request.environment === 'live' ? 'Live' : 'Sandbox'],
    ['Time', <DateTime key="at" at={request.at} precision="second" />],
    ['Duration', `${request.duration_ms} ms`],
    ['X-Service-Timestamp', mono(request.timestamp_header)],
    ['X-Service-Nonce', mono(request.nonce_header)],
  ]
  return <Facts facts={facts} />
}
