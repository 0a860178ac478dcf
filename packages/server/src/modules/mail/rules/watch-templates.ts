// Messages about domains that a person watches.
import { button, facts, formatPrice, type MailBlock, type MailContent, paragraph } from './content.ts'

const WATCH_REASON =
  'You receive this message because you watch this domain on Freehold. Stop watching it on your watchlist to get no more messages about it.'

type Price = { priceCents: number; currency: string }
/** `name`: as people read it. `isTaxAdded`: the checkout adds tax to prices. */
type Named = { name: string; isTaxAdded?: boolean }
type WatchedDomain = Named & {
  /** In A-form, for the link. */
  domain: string
  change: ({ change: 'for_sale' } & Price) | ({ change: 'price'; before: Price } & Price) | { change: 'available' }
}

function describeChange({
  name,
  change,
  isTaxAdded = false,
}: WatchedDomain): Pick<MailContent, 'subject' | 'preview'> & { block: MailBlock[] } {
  const format = ({ priceCents, currency }: Price): string => formatPrice(priceCents, currency, isTaxAdded)
  switch (change.change) {
    case 'for_sale':
      return {
        subject: `${name} is for sale`,
        preview: `You can buy it for ${format(change)}.`,
        block: [
          paragraph(`${name}, a domain on your watchlist, is now for sale. The first completed payment gets it.`),
          facts(['Domain', name], ['Price', format(change)]),
        ],
      }
    case 'price':
      return {
        subject: `The price of ${name} changed`,
        preview: `It costs ${format(change)} now.`,
        block: [
          paragraph(`The price of ${name}, a domain on your watchlist, changed.`),
          facts(['Domain', name], ['Price before', format(change.before)], ['Price now', format(change)]),
        ],
      }
    case 'available':
      return {
        subject: `${name} may be available`,
        preview: 'Its registry reports that it is not registered.',
        block: [
          paragraph(
            `The registry reports that ${name}, a domain on your watchlist, is not registered. Register it soon: anyone can.`,
          ),
        ],
      }
  }
}

const watchedDomain = (watched: WatchedDomain): MailContent => {
  const { subject, preview, block } = describeChange(watched)
  return {
    subject,
    preview,
    blocks: [
      ...block,
      button('View domain', `/domains/${watched.domain}`),
      paragraph('To stop these messages, stop watching the domain on your watchlist.'),
      button('View watchlist', '/account/watchlist'),
    ],
    reason: WATCH_REASON,
  }
}

export const WATCH_TEMPLATES = { watched_domain: watchedDomain } as const
