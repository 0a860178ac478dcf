// The partner and environment selectors, and the strip that explains the environment.
import { ENVIRONMENTS } from '@freehold/sdk/enums'
import type { OwnPartner } from '@freehold/sdk/types'
import { DateTime } from '../../ui/date-time.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Segments } from '../../ui/segments.tsx'
import { wordText } from '../../ui/text.ts'
import type { Environment } from './environment.ts'
import { useNow, useWorkplace } from './workplace.ts'

/** What a person may do for a partner. */
export const roleText = (role: OwnPartner['role']): string => (role === 'owner' ? 'Owner' : 'Member, read-only')

type Props = {
  partners: readonly OwnPartner[]
  partner: OwnPartner
  onPartner: (partnerId: string) => void
  environment: Environment
  onEnvironment: (environment: Environment) => void
}

/** Live first, as in the console. */
const OPTIONS = ENVIRONMENTS.toReversed().map((value) => ({ value, label: wordText(value) }))

export const WorkplaceChoice = ({ partners, partner, onPartner, environment, onEnvironment }: Props) => (
  <div className="workplace-choice">
    {partners.length > 1 ? (
      <SelectField
        label="Partner"
        value={partner.partner_id}
        options={partners.map(({ partner_id, name, role }) => ({
          value: partner_id,
          label: `${name} (${roleText(role)})`,
        }))}
        onChange={(event) => onPartner(event.currentTarget.value)}
      />
    ) : (
      <p className="workplace-choice__name">{partner.name}</p>
    )}
    <Segments label="Environment" value={environment} options={OPTIONS} onChange={onEnvironment} />
  </div>
)

/** As tall as the choice, until the partners are known. */
export const ChoicePlaceholder = () => (
  <div className="workplace-choice" aria-hidden="true">
    <p className="workplace-choice__name">{'\u00a0'}</p>
    <div className="workplace-choice__rest" />
  </div>
)

export function EnvironmentStrip() {
  const { isSandbox, isOwner, partner } = useWorkplace()
  const clock = useNow()
  const live = partner.status === 'approved' ? 'Real domains, real money.' : 'Live access is not approved yet.'
  const hints = [
    isSandbox ? 'Test data. No money moves.' : live,
    isOwner ? null : 'Your access is read-only. Owners can make changes.',
  ]
  return (
    <p className={isSandbox ? 'environment-strip' : 'environment-strip environment-strip--live'}>
      <strong>{isSandbox ? 'Sandbox' : 'Live'}</strong>
      {hints.map((hint) => (hint ? <span key={hint}>{hint}</span> : null))}
      {clock && clock.offsetSeconds > 0 ? (
        <span>
          Sandbox clock: <DateTime at={clock.now} />
        </span>
      ) : null}
    </p>
  )
}
