// The sandbox makes up a visitor who clicked a link and bought: what is live traffic elsewhere is one call here.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invariant, notFound } from '../../../kernel/errors.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { lockForSale, notListed } from '../../catalog/index.ts'
import { decideSale, recordPaidOrder } from '../../orders/index.ts'
import { requireHouse } from '../../partners/index.ts'
import { findLink, findSaleByOrder, type ReferredSale, sandboxClick } from '../../referrals/index.ts'

const VISITOR = { email: 'visitor@example.com', name: null, country: 'US' }

/** The house sells, as on the marketplace's own pages: a sale of the partner's own would earn no second commission. */
export async function simulateReferredSale(
  deps: Pick<Deps, 'clock' | 'secrets' | 'config'>,
  tx: Tx,
  owner: Owner,
  input: { linkId: string; domain: string },
  now: Date,
): Promise<ReferredSale> {
  const real = deps.clock.now()
  const link = isId('link', input.linkId) ? await findLink(tx, owner, input.linkId) : undefined
  if (!link) throw notFound('Referral link not found.')
  const listing = await lockForSale(tx, owner.environment, input.domain)
  if (!listing) throw notListed(input.domain, owner.environment)
  const { priceCents, currency } = listing
  const asked = { by: 'domain' as const, partnerId: null, expectedPriceCents: priceCents, currency }
  const decision = decideSale(asked, { listing, quote: undefined, commissionBps: 0 }, real, real)
  if (decision.refusal === 'domain_sold')
    throw new ApiError('conflict', { message: `${listing.domain} has been sold.`, reason: 'domain_sold' })
  if (decision.refusal !== null)
    throw new ApiError('conflict', {
      message: `${listing.domain} is reserved, so the simulated visitor cannot buy it. Try again when the reservation ends.`,
      reason: 'domain_reserved',
    })
  const seller = { partnerId: await requireHouse(tx), environment: owner.environment }
  await sandboxClick(tx, link, now, real)
  const { terms } = decision
  const sale = {
    owner: seller,
    listing,
    terms,
    checkoutSessionId: null,
    buyer: VISITOR,
    buyerUserId: null,
    returnUrl: null,
    cancelUrl: null,
    referral: { linkId: link.id, cookieCode: null },
  }
  const order = await recordPaidOrder(deps, tx, { ...sale, now: real })
  const referred = await findSaleByOrder(tx, owner, order.id)
  invariant(referred, 'the sale was just attributed')
  return referred
}
