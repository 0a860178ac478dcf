// Operator endpoints for the manual-review rules: which sales wait for a human.
import { defineRoute } from '../../http/define-route.ts'
import { isoTime, Named, OneOf, Strict, Timestamp, Type } from '../../http/schema.ts'
import { isEmail } from '../../kernel/email-address.ts'
import { ApiError, invalidField, notFound } from '../../kernel/errors.ts'
import { MONEY_CENTS_MAX } from '../../kernel/limits.ts'
import { listRules, putRule, REVIEW_KINDS, type ReviewKind, type ReviewRule, removeRule } from './review-store.ts'

const RuleView = Named('ReviewRule', {
  rule_id: Type.String(),
  kind: OneOf(REVIEW_KINDS, { description: 'What the rule looks at; there is at most one min_amount.' }),
  value: Type.String({ description: 'Minor units, an address, the part after the @, or a country code.' }),
  created_at: Timestamp(),
})
const ruleView = (rule: ReviewRule) => ({
  rule_id: rule.id,
  kind: rule.kind,
  value: rule.value,
  created_at: isoTime(rule.createdAt),
})

const SHAPES: Record<ReviewKind, { fits: (text: string) => boolean; tidy: (text: string) => string; hint: string }> = {
  min_amount: {
    fits: (text) => /^\d{1,12}$/.test(text),
    tidy: (text) => String(Number(text)),
    hint: `must be whole minor units up to ${MONEY_CENTS_MAX}`,
  },
  buyer_email: { fits: isEmail, tidy: (text) => text.trim().toLowerCase(), hint: 'must be an email address' },
  buyer_email_domain: {
    fits: (text) => isEmail(`a@${text}`),
    tidy: (text) => text.trim().toLowerCase(),
    hint: 'must be the part after the @',
  },
  buyer_country: {
    fits: (text) => /^[A-Za-z]{2}$/.test(text),
    tidy: (text) => text.toUpperCase(),
    hint: 'must be a two-letter country code',
  },
}

const list = defineRoute({
  id: 'operator.review_rules.list',
  area: 'operator',
  method: 'GET',
  path: '/review-rules',
  summary: 'The rules that hold a sale for manual review.',
  response: Strict({ review_rules: Type.Array(RuleView) }),
  handle: async ({ db }) => ({ review_rules: (await listRules(db)).map(ruleView) }),
})

const create = defineRoute({
  id: 'operator.review_rules.create',
  area: 'operator',
  method: 'POST',
  path: '/review-rules',
  summary: 'Add a rule, or set the amount from which sales are held.',
  body: Strict({ kind: OneOf(REVIEW_KINDS), value: Type.String({ minLength: 1, maxLength: 254 }) }),
  status: 201,
  response: RuleView,
  errors: ['conflict'],
  writes: true,
  handle: async ({ tx, now }, { body }) => {
    const shape = SHAPES[body.kind]
    if (!shape.fits(body.value)) throw invalidField('value', shape.hint)
    const rule = await putRule(tx, body.kind, shape.tidy(body.value), now)
    if (!rule) throw new ApiError('conflict', { message: 'This rule exists already.' })
    return ruleView(rule)
  },
})

const remove = defineRoute({
  id: 'operator.review_rules.delete',
  area: 'operator',
  method: 'DELETE',
  path: '/review-rules/{rule_id}',
  summary: 'Remove a rule. Orders that it held stay held.',
  params: Strict({ rule_id: Type.String() }),
  response: RuleView,
  errors: ['not_found'],
  writes: true,
  handle: async ({ tx }, { params }) => {
    const rule = await removeRule(tx, params.rule_id)
    if (!rule) throw notFound('There is no such rule.')
    return ruleView(rule)
  },
})

export const reviewRuleRoutes = [list, create, remove]
