// The domain under several TLDs: available, for sale or taken. Rows fill in as registries respond.
import type { MarketMatch, SearchRow } from '@freehold/sdk/types'
import { LinkButton } from '../../ui/button.tsx'
import { Badge, type Tone } from '../../ui/feedback.tsx'
import { Money } from '../../ui/money.tsx'
import { PlusTax } from '../../ui/price.tsx'

export type AskedName = { domain: string; unicode: string }

const STATES: Record<SearchRow['status'], { tone: Tone; text: string }> = {
  available: { tone: 'good', text: 'Available' },
  for_sale: { tone: 'info', text: 'For sale' },
  registered: { tone: 'neutral', text: 'Taken' },
  unknown: { tone: 'warn', text: 'Unknown' },
}

/** The price of a domain for sale is the one that the market shows: the search API masks it. */
function Price({ row, listing }: { row: SearchRow; listing: MarketMatch | undefined }) {
  if (row.status === 'for_sale' && listing)
    return (
      <>
        <Money cents={listing.price_cents} currency={listing.currency} />
        <PlusTax />
      </>
    )
  if (row.price)
    return (
      <>
        <Money cents={row.price.cents} currency={row.price.currency} />
        <PlusTax />
        {row.price.kind === 'register' ? <span className="soft small"> to register</span> : null}
      </>
    )
  if (row.status === 'unknown')
    return <span className="soft small">The registry did not respond. Try again later.</span>
  return null
}

function wayText({ status }: SearchRow, canRegister: boolean): string {
  if (status === 'for_sale') return 'Buy domain'
  if (status === 'available' && canRegister) return 'Register domain'
  return status === 'registered' ? 'See options' : 'See details'
}

function Way({ row, canRegister }: { row: SearchRow; canRegister: boolean }) {
  const text = wayText(row, canRegister)
  return (
    <LinkButton
      small
      kind={row.status === 'for_sale' ? 'primary' : 'plain'}
      href={`/domains/${row.domain}`}
      aria-label={`${text}: ${row.domain_unicode}`}
    >
      {text}
    </LinkButton>
  )
}

/** `isOver`: the response is complete. */
type Props = {
  names: readonly AskedName[]
  /** The domain among them that was asked for; the others are its siblings. */
  asked: string
  rows: readonly SearchRow[]
  listed: readonly MarketMatch[]
  isOver: boolean
  /** The marketplace registers domains. */
  canRegister: boolean
}

export const SearchRows = ({ names, asked, rows, listed, isOver, canRegister }: Props) => (
  <ul className="found" aria-busy={!isOver}>
    {names.map(({ domain, unicode }) => {
      const row = rows.find((one) => one.domain === domain)
      const state = row && STATES[row.status]
      return (
        <li key={domain} className={domain === asked ? 'found__row found__row--first' : 'found__row'}>
          <span className="found__name name">{unicode}</span>
          <span className="found__state">
            {state ? (
              <Badge tone={state.tone}>{state.text}</Badge>
            ) : (
              <span className="soft small">{isOver ? 'Not checked' : 'Checking…'}</span>
            )}
          </span>
          <span className="found__price">
            {row ? <Price row={row} listing={listed.find((one) => one.domain === domain)} /> : null}
          </span>
          <span className="found__way">
            {row ? <Way row={row} canRegister={canRegister && row.price !== null} /> : null}
          </span>
        </li>
      )
    })}
  </ul>
)
