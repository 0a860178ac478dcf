// Labels for referral links.
import type { ReferralLink } from '@freehold/sdk/types'

type Product = NonNullable<ReferralLink['product']>

export const PRODUCTS: Record<Product, string> = {
  marketplace: 'Marketplace',
  brokerage: 'Brokerage',
  registration: 'New registrations',
}

/** The target of a link. */
export function targetText({ kind, domain, product }: Pick<ReferralLink, 'kind' | 'domain' | 'product'>): string {
  if (kind === 'domain' && domain) return domain
  if (kind === 'product' && product) return PRODUCTS[product]
  return 'Home page'
}

/** The name by which its owner knows it. */
export const linkName = (link: Pick<ReferralLink, 'kind' | 'domain' | 'product' | 'label'>): string =>
  link.label ?? targetText(link)
