// What a name costs in the benches.
export const PRICE = 100_000
export const CURRENCY = 'USD'
