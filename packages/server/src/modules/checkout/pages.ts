// The plain pages of the checkout: they work without JavaScript, and with Stripe say that its form needs some.
import { createHash } from 'node:crypto'
import type { CheckoutView } from './service.ts'

export type Page = { status: number; html: string; csp: string }

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!)

const STYLE = `:root{color-scheme:light dark}body{font:17px/1.5 system-ui,sans-serif;margin:0}main{max-width:26rem;margin:0 auto;padding:2.5rem 1.25rem}h1{font-size:1.6rem;overflow-wrap:anywhere;margin:.2rem 0}.price{font-size:1.3rem;margin:.2rem 0 1.4rem}.note{border-left:4px solid #c62828;padding:.4rem .8rem;margin:1rem 0}.test{border-left-color:#8a6d00}label{display:block;margin:.8rem 0}input,button{font:inherit;padding:.6rem .7rem;width:100%;box-sizing:border-box;margin-top:.25rem}.row{display:flex;gap:.8rem}button{cursor:pointer}button.plain{background:none;border:0;text-decoration:underline}small{opacity:.75}`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** A browser may hold a form's redirect to `form-action` too, so the partner's own origins stand in it. */
function policy(partnerOrigins: readonly string[], stripe: boolean): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action ${["'self'", ...partnerOrigins].join(' ')}`,
    ...(stripe
      ? [
          "script-src 'self' https://js.stripe.com",
          'frame-src https://js.stripe.com https://hooks.stripe.com',
          'connect-src https://api.stripe.com',
        ]
      : []),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function page(
  status: number,
  title: string,
  body: string,
  options: { head?: string; origins?: readonly string[]; stripe?: boolean } = {},
): Page {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style>${options.head ?? ''}</head><body><main>${body}</main></body></html>`
  return { status, html, csp: policy(options.origins ?? [], options.stripe ?? false) }
}

const message = (status: number, title: string, text: string): Page =>
  page(status, title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`)

export const invalidPage = (): Page =>
  message(403, 'This link is not valid', 'Ask the shop that sent you here for a new link.')
export const expiredPage = (): Page =>
  message(410, 'This link has expired', 'Ask the shop that sent you here for a new link.')
const TROUBLES: Record<number, string> = {
  429: 'Too many requests came from your address. Wait a minute and try again.',
  503: 'The payment service does not answer. You were not charged; try again shortly.',
}

export const troublePage = (status: number): Page =>
  message(status, 'Something went wrong', TROUBLES[status] ?? 'Go back and try again.')

/** Money as people read it: `$1,234.00`, `¥5,000`. */
export function moneyText(cents: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

const heading = (view: CheckoutView): string =>
  `<small>Sold through ${escapeHtml(view.sellerName)}</small><h1>${escapeHtml(view.domainUnicode)}</h1><p class="price">${escapeHtml(moneyText(view.priceCents, view.currency))}</p>`

const note = (text: string, kind = ''): string => `<p class="note ${kind}" role="alert">${escapeHtml(text)}</p>`
const field = (label: string, name: string, attributes: string, value = ''): string =>
  `<label>${label}<input name="${name}" value="${escapeHtml(value)}" ${attributes}></label>`

const CARD_FIELDS = `${field('Card number', 'number', 'inputmode="numeric" autocomplete="cc-number" required maxlength="23"')}<div class="row">${field('Month', 'exp_month', 'inputmode="numeric" autocomplete="cc-exp-month" placeholder="12" required maxlength="2"')}${field('Year', 'exp_year', 'inputmode="numeric" autocomplete="cc-exp-year" placeholder="2030" required maxlength="4"')}${field('Code', 'cvc', 'inputmode="numeric" autocomplete="cc-csc" required maxlength="4"')}</div>`

function notesOf(view: CheckoutView, problem: string | null): string {
  const changed = view.previousPriceCents !== null && view.error?.code !== 'price_changed'
  return [
    problem && note(problem),
    view.error && !problem && note(view.error.message),
    changed &&
      note(
        `The price was ${moneyText(view.previousPriceCents!, view.currency)} before; it is ${moneyText(view.priceCents, view.currency)} now.`,
      ),
    view.testMode &&
      note('Test mode: no money moves. Use the card 4242 4242 4242 4242, any date to come and any code.', 'test'),
  ]
    .filter(Boolean)
    .join('')
}

const action = (view: CheckoutView, pt: string, path = ''): string =>
  escapeHtml(`/checkout/${view.sessionId}${path}?pt=${encodeURIComponent(pt)}`)

const cancelForm = (view: CheckoutView, pt: string): string =>
  `<form method="post" action="${action(view, pt, '/cancel')}"><button class="plain">Cancel and go back</button></form>`

function payPage(view: CheckoutView, pt: string, problem: string | null): Page {
  const button = `<button>Pay ${escapeHtml(moneyText(view.priceCents, view.currency))}</button>`
  const form =
    view.formToken === null
      ? '<p>This session takes no payment at the moment. Ask the shop for a new link.</p>'
      : `<form method="post" action="${action(view, pt)}"><input type="hidden" name="form" value="${escapeHtml(view.formToken)}">${field('Your e-mail address', 'email', 'type="email" autocomplete="email" required maxlength="254"', view.buyer?.email)}${view.takesCards ? CARD_FIELDS : ''}${button}</form>`
  const status = problem ? 422 : 200
  return page(
    status,
    `Buy ${view.domainUnicode}`,
    `${heading(view)}${notesOf(view, problem)}${form}${cancelForm(view, pt)}`,
    { origins: view.partnerOrigins },
  )
}

function processingPage(view: CheckoutView, pt: string): Page {
  const origins = view.partnerOrigins
  if (view.action?.kind === 'challenge')
    return page(
      200,
      'Confirm your payment',
      `${heading(view)}<p>Your bank asks whether this is you.</p><form method="post" action="${action(view, pt, '/confirm')}"><button name="answer" value="yes">Yes, pay ${escapeHtml(moneyText(view.priceCents, view.currency))}</button><button class="plain" name="answer" value="no">No</button></form>${cancelForm(view, pt)}`,
      { origins },
    )
  if (view.action?.kind === 'stripe')
    return page(
      200,
      `Buy ${view.domainUnicode}`,
      `${heading(view)}<noscript>${note('The card form of our payment service needs JavaScript.')}</noscript><form id="payment" data-key="${escapeHtml(view.action.publishableKey ?? '')}" data-secret="${escapeHtml(view.action.clientSecret)}"><div id="element"></div><p id="problem" role="alert"></p><button>Pay ${escapeHtml(moneyText(view.priceCents, view.currency))}</button></form>${cancelForm(view, pt)}<script src="https://js.stripe.com/v3/"></script><script src="/checkout/stripe-form.js"></script>`,
      { origins, stripe: true },
    )
  return page(
    200,
    'Your payment is on its way',
    `${heading(view)}<p>Your payment is on its way. This page looks again by itself.</p>`,
    {
      origins,
      head: '<meta http-equiv="refresh" content="4">',
    },
  )
}

/** The page of a session, whatever its state. `problem` is what was wrong with the form just sent. */
export function checkoutPage(view: CheckoutView, pt: string, problem: string | null = null): Page {
  const origins = view.partnerOrigins
  switch (view.status) {
    case 'open':
      return payPage(view, pt, problem)
    case 'processing':
      return processingPage(view, pt)
    case 'completed':
      return page(
        200,
        'Paid',
        `${heading(view)}<p>Paid. Your order is ${escapeHtml(view.orderId ?? '')}.</p><p><a href="${escapeHtml(view.returnTo ?? '')}">Go on</a></p>`,
        { origins },
      )
    case 'expired':
      return expiredPage()
    case 'cancelled':
      return message(410, 'This purchase was cancelled', 'Ask the shop that sent you here for a new link.')
    case 'unavailable':
      return message(
        410,
        `${view.domainUnicode} is sold`,
        view.error?.code === 'refunded' ? view.error.message : 'You were not charged. Somebody else was faster.',
      )
  }
}

/** Stripe's own form, in the buyer's browser: the card number never comes near us. */
export const STRIPE_FORM_SCRIPT = `const form = document.getElementById('payment')
const stripe = Stripe(form.dataset.key)
const say = (text) => { document.getElementById('problem').textContent = text }
const lookAgain = (ms) => setTimeout(() => location.reload(), ms)
const elements = stripe.elements({ clientSecret: form.dataset.secret })
stripe.retrievePaymentIntent(form.dataset.secret).then(({ paymentIntent }) => {
  if (paymentIntent && ['succeeded', 'processing'].includes(paymentIntent.status)) {
    form.querySelector('button').disabled = true
    say('Your payment is on its way.')
    lookAgain(3000)
  } else elements.create('payment').mount('#element')
})
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  form.querySelector('button').disabled = true
  const { error } = await stripe.confirmPayment({ elements, confirmParams: { return_url: location.href }, redirect: 'if_required' })
  if (error) say(error.message)
  lookAgain(error ? 2500 : 1500)
})
`
