// Stripe's own form in the buyer's browser: the card number never comes near us.

type Intent = { status: string }
type Problem = { message?: string }
type Elements = { create(kind: 'payment'): { mount(where: string): void } }
type Stripe = {
  elements(options: { clientSecret: string }): Elements
  retrievePaymentIntent(secret: string): Promise<{ paymentIntent?: Intent }>
  confirmPayment(options: object): Promise<{ error?: Problem }>
}
declare const Stripe: ((key: string) => Stripe) | undefined

export async function mountStripeForm(page: Document): Promise<void> {
  const form = page.querySelector<HTMLFormElement>('form#payment')
  const problem = page.querySelector('#problem')
  if (!form || !problem) return
  const { key = '', secret = '' } = form.dataset
  const button = form.querySelector('button')!
  const lookAgain = (ms: number) => setTimeout(() => page.location.reload(), ms)
  if (typeof Stripe === 'undefined') {
    problem.textContent =
      'The payment provider cannot be reached. You were not charged. Reload the page in a minute to try again.'
    button.disabled = true
    return
  }
  const stripe = Stripe(key)
  const elements = stripe.elements({ clientSecret: secret })
  const pay = async (): Promise<void> => {
    button.disabled = true
    const confirmParams = { return_url: page.location.href }
    const { error } = await stripe.confirmPayment({ elements, confirmParams, redirect: 'if_required' })
    if (error)
      problem.textContent = error.message ?? 'The payment failed. You were not charged. Try again or use another card.'
    lookAgain(error ? 2500 : 1500)
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void pay()
  })
  const { paymentIntent } = await stripe.retrievePaymentIntent(secret)
  if (paymentIntent && ['succeeded', 'processing'].includes(paymentIntent.status)) {
    button.disabled = true
    problem.textContent = 'Your payment is being processed.'
    lookAgain(3000)
  } else elements.create('payment').mount('#element')
}
