// The rules of a TLD. Unknown values are shown as unknown.
import type { TldMetadata } from '@freehold/sdk/types'
import { type Fact, Facts } from '../../ui/panel.tsx'
import { wordText } from '../../ui/text.ts'

const UNKNOWN = <span className="soft">Unknown</span>

const yesNo = (value: boolean | null, yes: string, no: string) => (value === null ? UNKNOWN : value ? yes : no)
const days = (value: number | null) =>
  value === null ? UNKNOWN : value === 0 ? 'None' : value === 1 ? '1 day' : `${value} days`

function term({ min_years: min, max_years: max }: TldMetadata['term']) {
  if (max === null) return UNKNOWN
  const least = min ?? 1
  return least === max ? `${max} ${max === 1 ? 'year' : 'years'}` : `${least} to ${max} years`
}

function servers({ min, max }: TldMetadata['nameservers']) {
  if (min === null && max === null) return UNKNOWN
  if (max === null) return `At least ${min}`
  return min === null || min === 0 ? `Up to ${max}` : `${min} to ${max}`
}

const RuleTexts = ({ rules }: { rules: TldMetadata['organization']['rules'] }) => (
  <ul className="plain-list">
    {rules.map(({ code, text }) => (
      <li key={code}>{text ?? wordText(code)}</li>
    ))}
  </ul>
)

export function TldRules({ rules }: { rules: TldMetadata }) {
  const { registrant, organization, nameservers, transfer, lifecycle_days: lifecycle } = rules
  const countries = registrant.allowed_countries
  const facts: Fact[] = [
    ['Term', term(rules.term)],
    ['Organization', yesNo(organization.required, 'Required', 'Not required')],
    ...(organization.rules.length > 0
      ? [['Who can register', <RuleTexts key="rules" rules={organization.rules} />] as const]
      : []),
    ['Local presence', yesNo(registrant.local_presence_required, 'Required', 'Not required')],
    ...(countries && countries.length > 0 ? [['Allowed countries', countries.join(', ')] as const] : []),
    ['Nameservers', servers(nameservers)],
    ...(nameservers.rules.length > 0
      ? [['Nameserver rules', <RuleTexts key="rules" rules={nameservers.rules} />] as const]
      : []),
    ['Internationalized names (IDN)', yesNo(rules.idn, 'Supported', 'Not supported')],
    ['DNSSEC', yesNo(rules.dnssec, 'Supported', 'Not supported')],
    ['Transfer auth code', yesNo(transfer.auth_code_required, 'Required', 'Not required')],
    ['Lock after transfer', days(transfer.lock_days)],
    ['Auto-renew grace period', days(lifecycle.auto_renew_grace)],
    ['Redemption period', days(lifecycle.redemption)],
    ['Pending deletion', days(lifecycle.pending_delete)],
  ]
  return <Facts facts={facts} />
}
