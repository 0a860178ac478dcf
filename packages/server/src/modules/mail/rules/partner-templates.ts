// Messages to a partner's team: webhooks and settlement.
import type { Environment } from '../../../kernel/owner.ts'
import {
  button,
  facts,
  formatAmount,
  formatDate,
  formatMoment,
  formatPeriod,
  type MailBlock,
  type MailContent,
  paragraph,
} from './content.ts'

const PARTNER_REASON = 'You receive this message because you are on the team of this partner, or its contact.'

/** Whose message it is: of a partner, in one environment. */
type Subject = { partner: string; partnerId: string; environment: Environment }

const ENVIRONMENTS: Record<Environment, string> = { live: 'Live', sandbox: 'Sandbox' }
const environmentFact = ({ environment }: Subject) => ['Environment', ENVIRONMENTS[environment]] as const

/** A person can be on several teams: the link opens the portal for this partner. */
const portalButton = (label: string, path: string, { partnerId, environment }: Subject): MailBlock =>
  button(label, `${path}?partner=${partnerId}&environment=${environment}`)

type Endpoint = Subject & { url: string }

const webhookFailing = (endpoint: Endpoint & { failingSince: Date; lastError: string }): MailContent => ({
  subject: `A webhook endpoint of ${endpoint.partner} is failing`,
  preview: `${endpoint.url} does not accept events.`,
  blocks: [
    paragraph(`A webhook endpoint of ${endpoint.partner} does not accept events. We retry each event for three days.`),
    facts(
      ['Endpoint', endpoint.url],
      environmentFact(endpoint),
      ['Failing since', formatMoment(endpoint.failingSince)],
      ['Last error', endpoint.lastError],
    ),
    paragraph('If no delivery succeeds for five days, we disable the endpoint.'),
    portalButton('View deliveries', '/portal/webhooks', endpoint),
  ],
  reason: PARTNER_REASON,
})

const webhookDisabled = (endpoint: Endpoint & { reason: string }): MailContent => ({
  subject: `A webhook endpoint of ${endpoint.partner} was disabled`,
  preview: `We no longer send events to ${endpoint.url}.`,
  blocks: [
    paragraph(`We disabled a webhook endpoint of ${endpoint.partner} and no longer send events to it.`),
    facts(['Endpoint', endpoint.url], environmentFact(endpoint), ['Reason', endpoint.reason]),
    paragraph('Fix the endpoint and register it again. Then resend the failed deliveries.'),
    portalButton('View endpoint', '/portal/webhooks', endpoint),
  ],
  reason: PARTNER_REASON,
})

type Statement = Subject & {
  settlementId: string
  period: { start: Date; end: Date }
  currency: string
  /** What the partner owes the marketplace; below zero, what the marketplace owes. */
  owedCents: number
  /** Commission that is paid out. */
  earnedCents: number
  dueAt: Date | null
}

function statementAmounts({ owedCents, earnedCents, currency, dueAt }: Statement): (readonly [string, string])[] {
  const owed = formatAmount(Math.abs(owedCents), currency)
  return [
    ...(owedCents > 0 ? [['You owe', owed] as const] : []),
    ...(owedCents > 0 && dueAt ? [['Due on', formatDate(dueAt)] as const] : []),
    ...(owedCents < 0 ? [['We owe you', owed] as const] : []),
    ...(earnedCents > 0 ? [['Commission earned', formatAmount(earnedCents, currency)] as const] : []),
    ...(owedCents === 0 && earnedCents <= 0 ? [['Amount', owed] as const] : []),
  ]
}

const statementClosed = (statement: Statement): MailContent => {
  const period = formatPeriod(statement.period)
  return {
    subject: `Statement of ${statement.partner} for ${period}`,
    preview: `The statement in ${statement.currency} is closed.`,
    blocks: [
      paragraph(`The statement of ${statement.partner} for ${period} is closed.`),
      facts(['Statement', statement.settlementId], environmentFact(statement), ...statementAmounts(statement)),
      portalButton('View statement', `/portal/money/${statement.settlementId}`, statement),
    ],
    reason: PARTNER_REASON,
  }
}

type Payout = Subject & {
  payoutId: string
  kind: 'commission' | 'brokerage' | 'referral'
  amountCents: number
  currency: string
  reference: string | null
}

const PAYOUT_KINDS: Record<Payout['kind'], string> = {
  commission: 'Commission',
  brokerage: 'Brokerage commission',
  referral: 'Referral commission',
}

const payoutSent = (payout: Payout): MailContent => ({
  subject: `Payout of ${formatAmount(payout.amountCents, payout.currency)} sent to ${payout.partner}`,
  preview: `${PAYOUT_KINDS[payout.kind]}.`,
  blocks: [
    paragraph(`We sent a payout to ${payout.partner}. Your bank can take several days to show it.`),
    facts(
      ['Payout', payout.payoutId],
      environmentFact(payout),
      ['For', PAYOUT_KINDS[payout.kind]],
      ['Amount', formatAmount(payout.amountCents, payout.currency)],
      ...(payout.reference === null ? [] : [['Reference', payout.reference] as const]),
    ),
    portalButton(
      'View payouts',
      payout.kind === 'referral' ? '/portal/referral/payouts' : '/portal/money/payouts',
      payout,
    ),
  ],
  reason: PARTNER_REASON,
})

export const PARTNER_TEMPLATES = {
  webhook_failing: webhookFailing,
  webhook_disabled: webhookDisabled,
  statement_closed: statementClosed,
  payout_sent: payoutSent,
} as const
