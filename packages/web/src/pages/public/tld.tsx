// One ending: what it costs, its rules, and names for sale under it.
import type { MarketPage, TldMetadata, TldPrice } from '@freehold/sdk/types'
import type { PageContext } from '../../context.ts'
import { NameCards } from '../../features/catalog/name-cards.tsx'
import { SearchBox } from '../../features/registry/search-box.tsx'
import { TldPrices, termText } from '../../features/registry/tld-prices.tsx'
import { TldRules } from '../../features/registry/tld-rules.tsx'
import { SiteFrame } from '../../frames/site-frame.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'

export type TldProps = {
  rules: TldMetadata
  /** Null where the ending is known and not offered. */
  price: TldPrice | null
  market: MarketPage
}

const KINDS: Record<string, string> = {
  gTLD: 'A generic ending',
  grTLD: 'A generic ending with restrictions',
  sTLD: 'A sponsored ending',
  ccTLD: 'The ending of a country or territory',
  ccSLD: 'An ending below that of a country',
}

export const title = ({ rules }: TldProps): string => `.${rules.tld_unicode}: prices and rules · Freehold`
export const description = ({ rules }: TldProps): string =>
  `What a name under .${rules.tld_unicode} costs, who may register it, and which are for sale.`

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
  </section>
)

export const Page = ({ props, context }: { props: TldProps; context: PageContext }) => {
  const { rules, price, market } = props
  const ending = `.${rules.tld_unicode}`
  return (
    <SiteFrame context={context}>
      <PageHead title={ending} text={KINDS[rules.type] ?? rules.type} />
      <SearchBox label={`Search for a name under ${ending}`} placeholder={`yourname${ending}`} />
      {price ? <Prices price={price} /> : <Notice>Names under {ending} are not offered here.</Notice>}
      <Panel title="Rules">
        <TldRules rules={rules} />
      </Panel>
      {market.items.length > 0 ? (
        <section className="band">
          <div className="band__head">
            <h2>For sale under {ending}</h2>
            <a href={`/market?tld=${rules.tld}`}>All {market.page.total}</a>
          </div>
          <NameCards names={market.items} />
        </section>
      ) : null}
    </SiteFrame>
  )
}
