// GET /me: what a partner may know of itself.
import { PARTNER_LIMITS, type RateLimitName } from '../../config.ts'
import { partnerBucketKey } from '../../http/admission/rate-limit.ts'
import { requireCredential } from '../../http/callers.ts'
import { defineRoute } from '../../http/define-route.ts'
import { EnvironmentName, IdText, Named, Nullable, ScopeName, Strict, Type } from '../../http/schema.ts'
import { findDeliveryTarget } from './store/delivery-targets.ts'
import { BasisPoints, DeliveryTargetView, deliveryTargetView } from './views.ts'

const me = defineRoute({
  id: 'me.get',
  area: 'partner',
  method: 'GET',
  path: '/me',
  scope: null,
  summary: 'Get the current credential',
  description:
    'Returns the partner, environment, scopes, commission rates and remaining rate limits of the credential. Use it to test your signature.',
  returns: 'The credential and its partner.',
  response: Named('Me', {
    partner: Strict({ partner_id: IdText('ptn_'), name: Type.String() }),
    key_id: Type.String(),
    environment: EnvironmentName(),
    scopes: Type.Array(ScopeName()),
    approved: Type.Boolean({ description: 'True if the partner has live access.' }),
    merchant_of_record: Type.Boolean({
      description: 'True if this credential can record sales in its environment.',
    }),
    affiliate: Strict({ linked: Type.Boolean() }),
    rates: Strict({
      commission_bps: BasisPoints('Commission on a sale'),
      brokerage_bps: BasisPoints('Share of a brokerage deal'),
      referral_bps: BasisPoints('Commission on a referred sale'),
    }),
    limits: Type.Array(
      Strict({
        name: Type.String(),
        limit: Type.Integer(),
        window_seconds: Type.Integer(),
        remaining: Nullable(Type.Integer()),
      }),
      {
        description: 'Rate limits, shared by all your keys in this environment. Empty if rate limits are off.',
      },
    ),
    delivery: Nullable(DeliveryTargetView),
    clock: Strict(
      { now: Type.String(), offset_seconds: Type.Integer() },
      { description: 'Current time for your records. In the sandbox you can advance it.' },
    ),
  }),
  handle: async ({ deps, db, caller, now }) => {
    const { keyId } = requireCredential(caller)
    const { rateLimits } = deps.config
    const limits = rateLimits === 'off' ? [] : PARTNER_LIMITS.map((name) => rateLimits[name])
    const left = await deps.admission.remaining(PARTNER_LIMITS.map((name) => partnerBucketKey(name, caller)))
    const target = await findDeliveryTarget(db, caller)
    return {
      partner: { partner_id: caller.partnerId, name: caller.partner.name },
      key_id: keyId,
      environment: caller.environment,
      scopes: [...caller.scopes],
      approved: caller.partner.approved,
      merchant_of_record: caller.partner.merchantOfRecord,
      affiliate: { linked: caller.partner.affiliate },
      rates: {
        commission_bps: caller.partner.commissionBps,
        brokerage_bps: caller.partner.brokerageBps,
        referral_bps: caller.partner.referralBps,
      },
      limits: limits.map(({ name, capacity, perSeconds }) => ({
        name,
        limit: capacity,
        window_seconds: perSeconds,
        remaining: left.get(partnerBucketKey(name as RateLimitName, caller)) ?? capacity,
      })),
      delivery: target ? deliveryTargetView(target) : null,
      clock: { now: now.toISOString(), offset_seconds: caller.partner.sandboxOffsetSeconds },
    }
  },
})

export const partnerRoutes = [me]
