// What the checkout pages show: each stage of a session, and invalid or expired links.
import { textFor } from '../../http/forms.ts'
import type { PageResponse, PropsOf } from '../../http/page.ts'
import { getAddedTax, type SaleTax } from '../../kernel/contracts/sale-tax.ts'
import type { ApiError } from '../../kernel/errors.ts'
import { computeTax } from '../tax/index.ts'
import type { CheckoutView } from './service/read.ts'

export type Page = PageResponse<'checkout'> | PageResponse<'message'>
type Props = PropsOf<'checkout'>
type Note = Props['notes'][number]

const ASK_SHOP = 'Go back to the shop and start the purchase again.'
const HOME = { href: '/', text: 'Go to the marketplace' }

const message = (status: number, title: string, text: string, link = HOME): Page => ({
  status,
  name: 'message',
  props: { title, text, link },
})

/** Back to the shop that opened the session. */
const backToShop = ({ cancelTo, sellerName }: CheckoutView) => ({ href: cancelTo, text: `Go back to ${sellerName}` })

export const invalidPage = (): Page => message(403, 'This checkout link is not valid', ASK_SHOP)
export const expiredPage = (view?: CheckoutView): Page =>
  message(410, 'This checkout link has expired', ASK_SHOP, view && backToShop(view))

const TROUBLES: Record<number, string> = {
  503: 'The payment provider is unavailable. You were not charged. Try again in a minute.',
}
export const troublePage = (error: ApiError | null): Page => {
  const status = error?.status ?? 500
  const text = error?.code === 'rate_limited' ? textFor(error) : TROUBLES[status]
  return message(
    status,
    'Something went wrong',
    text ?? 'Go back and try again. If it happens again, contact the shop.',
  )
}

const TEST_MODE = 'Test mode: no money moves. Use card number 4242 4242 4242 4242, any future date and any CVC.'

/** A payment can proceed without a hold; the page says what that means. */
const HOLD_NOTES: Record<CheckoutView['hold'], string | null> = {
  held: null,
  lost: 'This domain is no longer held for you. You can still pay. If someone else pays first, you get a full refund.',
  none: 'This domain is not reserved for you yet. The first completed payment gets it. If someone else pays first, you get a full refund.',
}

function listNotes(view: CheckoutView, problem: string | null): Note[] {
  const notes: Note[] = []
  if (problem !== null) notes.push({ tone: 'bad', text: problem })
  else if (view.error) notes.push({ tone: 'bad', text: view.error.message })
  if (view.previousPriceCents !== null && view.error?.code !== 'price_changed')
    notes.push({
      tone: 'warn',
      text: 'The price has changed since this link was created. This page shows the current price.',
    })
  // Nobody else can pay for a purchase without a listing.
  const unheld = view.action === null || view.product !== null ? null : HOLD_NOTES[view.hold]
  if (unheld !== null) notes.push({ tone: 'warn', text: unheld })
  if (view.testMode) notes.push({ tone: 'warn', text: TEST_MODE })
  return notes
}

/** The form as submitted, so that the buyer keeps their input; card data is never shown again. */
export type Typed = { email: string; name: string; country: string; company: string; vatId: string }

/** A signed-in reader whose address is confirmed: what they buy is in their account. */
export type Account = { userId: string; email: string }

type Form = {
  /** What was wrong with the form just sent. */
  problem: string | null
  typed: Typed | null
  /** The form has fields for company and VAT ID. */
  asksCompany: boolean
  account: Account | null
  isMailOff: boolean
}

type Totals = NonNullable<Props['totals']>

/** Net amount, tax and total. Null where no tax is configured, and until the buyer has chosen a country. */
function buildTotals(priceCents: number, tax: SaleTax | null, isKnown: boolean): Totals | null {
  if (!isKnown) return null
  const totalCents = priceCents + getAddedTax(tax)
  const taxCents = tax?.taxCents ?? 0
  const { country = null, rateBps = 0, reverseCharge = false } = tax ?? {}
  return { netCents: totalCents - taxCents, taxCents, totalCents, country, rateBps, reverseCharge }
}

/** What the buyer pays: by the country and VAT ID in the form, or by the payment. */
function readTotals(view: CheckoutView, buyer: Typed): Totals | null {
  if (view.charged !== null) {
    const { totalCents, tax } = view.charged
    return buildTotals(totalCents - getAddedTax(tax), tax, view.tax !== null || tax !== null)
  }
  const given = { country: buyer.country, ...(buyer.vatId === '' ? {} : { vat_id: buyer.vatId }) }
  const tax = computeTax(view.tax, given, view.priceCents)
  return buildTotals(view.priceCents, tax, view.tax !== null && buyer.country !== '')
}

const buildActionUrl = (view: CheckoutView, pt: string, path = ''): string =>
  `/checkout/${view.sessionId}${path}?pt=${encodeURIComponent(pt)}`

/** The email address of the session, or of the account that is signed in. */
function readBuyer({ buyer }: CheckoutView, { typed, account }: Form): Typed {
  const { email = account?.email ?? '', name = null, country = null, company = '', vat_id: vatId = '' } = buyer ?? {}
  return typed ?? { email, name: name ?? '', country: country ?? '', company, vatId }
}

function buildStage(view: CheckoutView, pt: string, form: Form): Props['stage'] {
  if (view.status === 'completed') {
    const { orderId, orderPath, returnTo } = view
    return { kind: 'paid', orderId: orderId ?? '', orderPath, returnTo: returnTo ?? '' }
  }
  if (view.status === 'open') {
    if (view.formToken === null) return { kind: 'closed' }
    const buyer = readBuyer(view, form)
    const { asksCompany } = form
    const { formToken: token, takesCards } = view
    const asksCountry = view.tax !== null
    return { kind: 'pay', action: buildActionUrl(view, pt), token, takesCards, asksCompany, asksCountry, buyer }
  }
  if (view.action?.kind === 'challenge') return { kind: 'challenge', action: buildActionUrl(view, pt, '/confirm') }
  if (view.action?.kind === 'stripe') {
    const { clientSecret, publishableKey } = view.action
    return { kind: 'stripe', clientSecret, publishableKey: publishableKey ?? '' }
  }
  return { kind: 'waiting' }
}

const STRIPE = 'https://js.stripe.com'

/** A browser may hold a form's redirect to `form-action` too, so the partner's own origins stand in it. */
function buildOptions(view: CheckoutView, stage: Props['stage']): NonNullable<PageResponse['options']> {
  const options = { forms: ["'self'", ...view.partnerOrigins] as const, hasToken: true as const }
  if (stage.kind === 'waiting') return { ...options, document: { refreshSeconds: 4 } }
  if (stage.kind !== 'stripe') return options
  return {
    ...options,
    policy: {
      scripts: [STRIPE],
      frames: [STRIPE, 'https://hooks.stripe.com'],
      connections: ['https://api.stripe.com'],
    },
    document: { scripts: [`${STRIPE}/v3/`] },
  }
}

/** Where the domain is once it is the buyer's. An order of a sandbox is in no account. */
function findArrival({ isLive, ownerId }: CheckoutView, account: Account | null): Props['arrival'] {
  if (!isLive) return null
  if (ownerId !== null && ownerId !== account?.userId) return 'account_of_offer'
  return account === null ? 'claim_link' : 'account'
}

function sessionPage(view: CheckoutView, pt: string, form: Form): Page {
  const stage = buildStage(view, pt, form)
  const { domainUnicode: domain, sellerName, isForOwner, priceCents, currency, product, lines } = view
  const props = {
    purchase: { domain, sellerName, isForOwner, priceCents, currency, product, lines },
    stage,
    totals: readTotals(view, readBuyer(view, form)),
    isTaxAdded: view.tax?.prices === 'net',
    heldUntil: view.heldUntil?.toISOString() ?? null,
    notes: stage.kind === 'paid' ? [] : listNotes(view, form.problem),
    arrival: findArrival(view, form.account),
    cancelAction: ['paid', 'waiting'].includes(stage.kind) ? null : buildActionUrl(view, pt, '/cancel'),
  }
  return {
    status: form.problem ? 422 : 200,
    name: 'checkout',
    props,
    options: { ...buildOptions(view, stage), isMailOff: form.isMailOff },
  }
}

/** The domain was sold or withdrawn before this buyer paid. */
function unavailablePage(view: CheckoutView): Page {
  if (view.product !== null)
    return message(410, 'This checkout is over', view.error?.message ?? ASK_SHOP, backToShop(view))
  const title = `${view.domainUnicode} ${view.isSold ? 'has been sold' : 'is no longer for sale'}`
  const why = view.isSold ? 'Someone else bought this domain first.' : 'The seller withdrew this domain.'
  const text =
    view.error?.code === 'refunded'
      ? view.error.message
      : `${why} You were not charged. Go back to find another domain.`
  return message(410, title, text, backToShop(view))
}

/** The page of a session, whatever its state. */
export function checkoutPage(view: CheckoutView, pt: string, form: Form): Page {
  switch (view.status) {
    case 'expired':
      return expiredPage(view)
    case 'cancelled':
      return message(410, 'This checkout was canceled', ASK_SHOP, backToShop(view))
    case 'unavailable':
      return unavailablePage(view)
    default:
      return sessionPage(view, pt, form)
  }
}
