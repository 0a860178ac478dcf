// Messages to sellers: their listings.
import { button, type MailContent, paragraph } from './content.ts'

const SELLER_REASON = 'You receive this message because you sell domains on this marketplace.'

/** `name` is the domain as people read it. */
type Listed = { domain: string; name: string }

const listingVerified = ({ name }: Listed): MailContent => ({
  subject: `${name} is listed for sale`,
  preview: 'We found your TXT record.',
  blocks: [
    paragraph(`We found your TXT record, and ${name} is now on the market. You can delete the record.`),
    button('View listings', '/account/selling'),
  ],
  reason: SELLER_REASON,
})

const listingExpired = ({ name }: Listed): MailContent => ({
  subject: `${name} could not be verified`,
  preview: 'We did not find the TXT record within 7 days.',
  blocks: [
    paragraph(
      `We looked for the TXT record of ${name} for 7 days and did not find it. The domain was not listed. To try again, list the domain again and publish the new record.`,
    ),
    button('View listings', '/account/selling'),
  ],
  reason: SELLER_REASON,
})

export const SELLER_TEMPLATES = {
  listing_verified: listingVerified,
  listing_expired: listingExpired,
} as const
