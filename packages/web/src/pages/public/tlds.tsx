// All offered extensions with their prices.
import type { OfferedTld } from '@freehold/sdk/types'
import type { PageContext } from '../../context.ts'
import { TldTable } from '../../features/registry/tld-prices.tsx'
import { SiteFrame } from '../../frames/site-frame.tsx'
import { Actions, Button, LinkButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { Count } from '../../ui/money.tsx'
import { PageHead } from '../../ui/panel.tsx'

type Sort = 'name' | 'register' | 'renew' | 'transfer'

export type TldsProps = {
  q: string
  sort: Sort
  rows: OfferedTld[]
  total: number
  sortHrefs: Record<'name' | 'register' | 'renew', string>
  previousHref: string | null
  nextHref: string | null
}

export const title = (): string => 'Domain extensions and prices · Freehold'
export const description = (): string =>
  'What it costs to register, renew, transfer and restore a domain under each extension.'

const SORTS = [
  ['name', 'By name'],
  ['register', 'Cheapest to register'],
  ['renew', 'Cheapest to renew'],
] as const

const Sorting = ({ sort, sortHrefs }: Pick<TldsProps, 'sort' | 'sortHrefs'>) => (
  <nav className="tabs" aria-label="Sort order">
    {SORTS.map(([name, text]) => (
      <a key={name} href={sortHrefs[name]} aria-current={sort === name ? 'true' : undefined}>
        {text}
      </a>
    ))}
  </nav>
)

export const Page = ({ props, context }: { props: TldsProps; context: PageContext }) => {
  const { q, sort, rows, total, sortHrefs, previousHref, nextHref } = props
  return (
    <SiteFrame context={context}>
      <PageHead
        title="Domain extensions"
        text={
          <>
            <Count value={total} /> {total === 1 ? 'extension' : 'extensions'}. Prices are in US dollars for the minimum
            term.
          </>
        }
      />
      <form className="search-line" action="/tlds">
        <TextField label="Find an extension" name="q" type="search" defaultValue={q} maxLength={63} placeholder="io" />
        {sort === 'name' ? null : <input type="hidden" name="sort" value={sort} />}
        <Button type="submit">Find extension</Button>
      </form>
      <Sorting sort={sort} sortHrefs={sortHrefs} />
      {rows.length > 0 ? (
        <TldTable rows={rows} />
      ) : (
        <Empty title="No matching extensions">
          <p>
            <a href="/tlds">See all extensions</a>
          </p>
        </Empty>
      )}
      <Actions>
        {previousHref ? (
          <LinkButton kind="plain" href={previousHref}>
            Previous page
          </LinkButton>
        ) : null}
        {nextHref ? (
          <LinkButton kind="plain" href={nextHref}>
            Next page
          </LinkButton>
        ) : null}
      </Actions>
    </SiteFrame>
  )
}
