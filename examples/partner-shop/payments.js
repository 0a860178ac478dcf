// Stands where your payment provider goes, and moves no money: it only says what it would do. Providers work like this, too.

/**
 * Sets the amount aside on the buyer's card. The same reference twice is one payment.
 * @param {{ reference: string, amount: string, email: string }} payment
 */
export function authorise({ reference, amount }) {
  console.log(`payment ${reference}: ${amount} set aside`)
}

/** Takes what was set aside. @param {string} reference */
export function capture(reference) {
  console.log(`payment ${reference}: taken`)
}

/** Gives it back. @param {string} reference */
export function cancel(reference) {
  console.log(`payment ${reference}: given back`)
}
