// One extension: its prices, its rules and the domains for sale under it.
import type { MarketPage, TldMetadata, TldPrice } from '@freehold/sdk/types'
import type { PageContext } from '../../context.ts'
import { NameCards } from '../../features/catalog/name-cards.tsx'
import { SearchBox } from '../../features/registry/search-box.tsx'
import { termText } from '../../features/registry/term-text.ts'
import { TldPrices } from '../../features/registry/tld-prices.tsx'
import { TldRules } from '../../features/registry/tld-rules.tsx'
import { SiteFrame } from '../../frames/site-frame.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { TaxNote } from '../../ui/price.tsx'

export type TldProps = {
  rules: TldMetadata
  /** Null when the TLD is known but not offered. */
  price: TldPrice | null
  market: MarketPage
}

const KINDS: Record<string, string> = {
  gTLD: 'Generic extension (gTLD)',
  grTLD: 'Restricted generic extension (grTLD)',
  sTLD: 'Sponsored extension (sTLD)',
  ccTLD: 'Country or territory extension (ccTLD)',
  ccSLD: 'Second-level country extension (ccSLD)',
}

export const title = ({ rules }: TldProps): string => `.${rules.tld_unicode}: prices and rules · Freehold`
export const description = ({ rules }: TldProps): string =>
  `What a .${rules.tld_unicode} domain costs, who can register one, and which are for sale.`

const Prices = ({ price }: { price: TldPrice }) => (
  <section className="band">
    <h2>Prices</h2>
    <TldPrices price={price} />
    <p className="soft small">
      US dollars{price.years === null ? '' : `, registration ${termText(price.years)}`}
      {price.as_of ? (
        <>
          , as of <DateTime at={price.as_of} precision="day" />
        </>
      ) : null}
      .
    </p>
    <TaxNote />
  </section>
)

export const Page = ({ props, context }: { props: TldProps; context: PageContext }) => {
  const { rules, price, market } = props
  const extension = `.${rules.tld_unicode}`
  return (
    <SiteFrame context={context}>
      <PageHead title={extension} text={KINDS[rules.type] ?? rules.type} />
      <SearchBox label={`Search for a ${extension} domain`} placeholder={`yourname${extension}`} />
      {price ? <Prices price={price} /> : <Notice>We do not offer registration prices for {extension}.</Notice>}
      <Panel title="Rules">
        <TldRules rules={rules} />
      </Panel>
      {market.items.length > 0 ? (
        <section className="band">
          <div className="band__head">
            <h2>{extension} domains for sale</h2>
            <a href={`/market?tld=${rules.tld}`}>See all {market.page.total}</a>
          </div>
          <NameCards names={market.items} />
        </section>
      ) : null}
    </SiteFrame>
  )
}
