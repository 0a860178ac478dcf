// What a name costs in the benches, and the order that buys it.
export const PRICE = 100_000
export const CURRENCY = 'USD'

/** What a partner sends to buy the n-th name. */
export const makeOrder = (n) => ({
  domain: `bench-${n}.test`,
  expected_price: PRICE,
  currency: CURRENCY,
  external_payment_ref: `pi_${n}`,
  buyer: { email: 'buyer@example.com', name: 'A Buyer', country: 'DE' },
  return_url: 'https://shop.example/thanks',
})
