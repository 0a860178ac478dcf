// Messages to people who register and renew domains: what they paid for, and what the registry did.
import { button, facts, formatAmount, formatDate, type MailBlock, type MailContent, paragraph } from './content.ts'

const REASON = 'You receive this message because you paid for a registration or renewal with this account.'

export type RegistryProduct = 'registration' | 'renewal'

const NOUNS: Record<RegistryProduct, { noun: string; done: string; doing: string }> = {
  registration: { noun: 'registration', done: 'registered', doing: 'register' },
  renewal: { noun: 'renewal', done: 'renewed', doing: 'renew' },
}

/** A purchase can have a thousand domains; its page shows all of them. */
const LISTED_MAX = 20

function listDomains(rows: readonly (readonly [string, string])[]): MailBlock[] {
  const more = rows.length - LISTED_MAX
  return [
    facts(...rows.slice(0, LISTED_MAX)),
    ...(more > 0 ? [paragraph(`And ${more} more ${more === 1 ? 'domain' : 'domains'}.`)] : []),
  ]
}

const nameDomains = (names: readonly string[]): string =>
  names.length === 1 ? (names[0] ?? '') : `${names.length} domains`

const formatYears = (years: number): string => (years === 1 ? '1 year' : `${years} years`)

const viewPurchase = button('View purchase', '/account/registrations')

type Purchase = { purchaseId: string; product: RegistryProduct; currency: string }

const purchaseReceipt = (
  purchase: Purchase & {
    lines: readonly { name: string; years: number; priceCents: number }[]
    /** On top of the prices. */
    taxCents: number
    totalCents: number
    paidAt: Date
  },
): MailContent => {
  const { noun, doing } = NOUNS[purchase.product]
  const title = nameDomains(purchase.lines.map(({ name }) => name))
  const paid = formatAmount(purchase.totalCents, purchase.currency)
  const rows = purchase.lines.map(
    ({ name, years, priceCents }) =>
      [name, `${formatYears(years)}, ${formatAmount(priceCents, purchase.currency)}`] as const,
  )
  const tax = purchase.taxCents > 0 ? [['Tax', formatAmount(purchase.taxCents, purchase.currency)] as const] : []
  return {
    subject: `Receipt for the ${noun} of ${title}`,
    preview: `You paid ${paid}.`,
    blocks: [
      paragraph(`Thank you for your payment. This message is your receipt for the ${noun} of ${title}.`),
      ...listDomains(rows),
      facts(
        ...tax,
        ['Amount paid', paid],
        ['Paid on', formatDate(purchase.paidAt)],
        ['Purchase number', purchase.purchaseId],
      ),
      paragraph(
        `We now ask the registry to ${doing} ${rows.length === 1 ? 'the domain' : 'the domains'}. You get another message when it is done. If the registry refuses, we refund what you paid for it.`,
      ),
      viewPurchase,
    ],
    reason: REASON,
  }
}

type Ended = Purchase & {
  done: readonly { name: string; expiresAt: Date | null }[]
  failed: readonly { name: string; error: string | null }[]
  refundedCents: number
  /** What the buyer's bank has returned already. */
  disputedCents: number
}

function summarize({ product, done, failed }: Ended): string {
  const { done: verb } = NOUNS[product]
  if (failed.length === 0)
    return `${nameDomains(done.map(({ name }) => name))} ${done.length === 1 ? 'is' : 'are'} ${verb}`
  if (done.length > 0) return `${done.length} of ${done.length + failed.length} domains are ${verb}`
  return `${nameDomains(failed.map(({ name }) => name))} could not be ${verb}`
}

/** Everything of a purchase has ended: what the registry did, what it did not do, and what goes back. */
const purchaseEnded = (purchase: Ended): MailContent => {
  const { product, done, failed, refundedCents, disputedCents, currency, purchaseId } = purchase
  const { done: verb } = NOUNS[product]
  const summary = summarize(purchase)
  const until = done.map(
    ({ name, expiresAt }) => [name, expiresAt === null ? verb : `until ${formatDate(expiresAt)}`] as const,
  )
  const reasons = failed.map(({ name, error }) => [name, error ?? 'The registry refused.'] as const)
  const refund = refundedCents > 0 ? formatAmount(refundedCents, currency) : null
  return {
    subject: summary,
    preview: refund === null ? 'You can manage your domains in your account.' : `We are refunding ${refund}.`,
    blocks: [
      paragraph(`${summary}.`),
      ...(done.length > 0 ? listDomains(until) : []),
      ...(failed.length > 0 && done.length > 0 ? [paragraph(`These domains could not be ${verb}:`)] : []),
      ...(failed.length > 0 ? listDomains(reasons) : []),
      ...(refund === null
        ? []
        : [paragraph(`We are refunding ${refund}. Your bank can take several days to show it.`)]),
      ...(disputedCents > 0
        ? [paragraph(`You disputed the payment, and your bank returned ${formatAmount(disputedCents, currency)}.`)]
        : []),
      facts(['Purchase number', purchaseId]),
      done.length > 0 ? button('View domains', '/account') : viewPurchase,
    ],
    reason: REASON,
  }
}

/** `domains`: those that expire first come first. */
const renewalReminder = ({ domains }: { domains: readonly { name: string; expiresAt: Date }[] }): MailContent => {
  const [first] = domains
  const isOne = domains.length === 1
  return {
    subject:
      isOne && first
        ? `${first.name} expires on ${formatDate(first.expiresAt)}`
        : `${domains.length} of your domains expire soon`,
    preview: isOne ? 'Renew the domain to keep it.' : 'Renew the domains to keep them.',
    blocks: [
      paragraph(
        `${isOne ? 'This domain expires' : 'These domains expire'} soon. We do not charge you automatically. To keep ${isOne ? 'it' : 'them'}, select ${isOne ? 'the domain' : 'the domains'} in your account and choose “Renew domains”.`,
      ),
      ...listDomains(domains.map(({ name, expiresAt }) => [name, `expires on ${formatDate(expiresAt)}`] as const)),
      button('View domains', '/account'),
      paragraph('To let a domain expire, turn off its renewal reminder in your account.'),
    ],
    reason: 'You receive this message because renewal reminders are on for these domains.',
  }
}

export const REGISTRY_TEMPLATES = {
  purchase_receipt: purchaseReceipt,
  purchase_ended: purchaseEnded,
  renewal_reminder: renewalReminder,
} as const
