// A WHOIS record in readable form.
import type { Whois } from '@freehold/sdk/types'
import { DateTime } from '../../ui/date-time.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { type Fact, Facts } from '../../ui/panel.tsx'
import { wordText } from '../../ui/text.ts'

const SOURCES: Record<Whois['source'], string> = {
  rdap: 'Registry (RDAP)',
  whois: 'Registry (WHOIS)',
  simulated: 'Simulated registry (not real data)',
}

const day = (at: string | null) => (at ? <DateTime at={at} precision="day" /> : 'Not published')

/** `clientTransferProhibited` as people read it. */
const statusText = (status: string): string => wordText(status.replaceAll(/([a-z])([A-Z])/g, '$1_$2'))

/** The name of a country; what the registry published where that is not a country code. */
const countryText = (code: string, locale: string): string =>
  /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code) : code

function ownerText(registrant: Whois['registrant'], locale: string): string {
  if (!registrant) return 'Not published'
  const told = [registrant.name, registrant.organization, registrant.country && countryText(registrant.country, locale)]
    .filter(Boolean)
    .join(', ')
  if (!registrant.redacted) return told || 'Not published'
  return told ? `${told} (other details redacted)` : 'Redacted for privacy'
}

const list = (items: readonly string[]) =>
  items.length === 0 ? (
    'None'
  ) : (
    <ul className="plain-list">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )

function registrarFact({ registrar }: Whois): Fact {
  const name = registrar?.name ?? 'Not published'
  return ['Registrar', registrar?.iana_id ? `${name}, IANA ID ${registrar.iana_id}` : name]
}

export function WhoisFacts({ record }: { record: Whois }) {
  const locale = useLocale()
  const abuse = record.registrar?.abuse_email
  const facts: Fact[] = [
    registrarFact(record),
    ['Registered', day(record.created_at)],
    ['Expires', day(record.expires_at)],
    ['Last changed', day(record.updated_at)],
    ['Registrant', ownerText(record.registrant, locale)],
    ['Nameservers', list(record.nameservers)],
    ['Status', list(record.statuses.map(statusText))],
    ['DNSSEC', record.dnssec?.signed == null ? 'Not published' : record.dnssec.signed ? 'Signed' : 'Not signed'],
    ...(abuse ? [['Abuse contact', abuse] as const] : []),
    ['Source', SOURCES[record.source]],
    ['Checked', <DateTime key="at" at={record.checked_at} />],
  ]
  return <Facts facts={facts} />
}
