// The front door: one search box, and what is for sale.
import type { Answer } from '../../api/client.ts'
import type { PageContext } from '../../context.ts'
import { SiteFrame } from '../../frames/site-frame.tsx'
import { Count } from '../../ui/money.tsx'

export type HomeProps = {
  market: Answer<'GET /api/market/listings'>
  facets: Answer<'GET /api/market/facets'>
}

export const title = (): string => 'Freehold: find a domain name, own it'
export const description = (): string => 'Search domain names, see what is free and what is for sale, and buy it here.'

export const Page = ({ props, context }: { props: HomeProps; context: PageContext }) => (
  <SiteFrame context={context}>
    <h1>Find a name. Own it.</h1>
    <p>
      <Count value={props.market.page.total} /> names for sale.
    </p>
  </SiteFrame>
)
