// A placeholder for your payment provider. It moves no money and only logs the steps: authorize, capture, cancel.

/**
 * Authorizes the amount on the buyer's card. The same reference twice is one payment.
 * @param {{ reference: string, amount: string, email: string }} payment
 */
export function authorize({ reference, amount }) {
  console.log(`payment ${reference}: ${amount} authorized`)
}

/** Captures the authorized amount. @param {string} reference */
export function capture(reference) {
  console.log(`payment ${reference}: captured`)
}

/** Cancels the authorization. @param {string} reference */
export function cancel(reference) {
  console.log(`payment ${reference}: canceled`)
}
