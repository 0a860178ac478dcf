// How the rules of manual review look on the wire.
import { isoTime, Named, OneOf, Timestamp, Type } from '../../../http/schema.ts'
import { REVIEW_KINDS } from '../rules/review.ts'
import type { ReviewRule } from '../store/review-rules.ts'

export const ReviewRuleView = Named('ReviewRule', {
  rule_id: Type.String(),
  kind: OneOf(REVIEW_KINDS, { description: 'What the rule checks. Only one `min_amount` rule can exist.' }),
  value: Type.String({ description: 'An amount in minor units, an email address, an email domain or a country code.' }),
  created_at: Timestamp(),
})
export const reviewRuleView = (rule: ReviewRule) => ({
  rule_id: rule.id,
  kind: rule.kind,
  value: rule.value,
  created_at: isoTime(rule.createdAt),
})
