// Stripe's own payouts from a seller's account there to the bank: which payouts of ours they hold, and why banks return them.

type Sent = { id: string; amountCents: number; reversedCents: number }

/**
 * Which payouts a returned bank payout holds: Stripe pays out what is in the account, so these are the last ones that came before it, up to
 * its amount. `sent` is newest first.
 */
export function choosePaid(sent: readonly Sent[], bankCents: number): string[] {
  const chosen: string[] = []
  let left = bankCents
  for (const { id, amountCents, reversedCents } of sent) {
    if (left <= 0) break
    chosen.push(id)
    left -= amountCents - reversedCents
  }
  return chosen
}

const REASONS: Record<string, string> = {
  account_closed: 'The bank account is closed.',
  account_frozen: 'The bank account is frozen.',
  bank_account_restricted: 'The bank account does not accept this kind of payment.',
  bank_ownership_changed: 'The bank account is no longer valid, because the bank changed.',
  could_not_process: 'The bank could not process the payment.',
  debit_not_authorized: 'The bank account does not accept this kind of payment.',
  declined: 'The bank declined the payment.',
  incorrect_account_holder_name: 'The name of the account holder is not the one that the bank knows.',
  incorrect_account_holder_address: 'The address of the account holder is not the one that the bank knows.',
  invalid_account_number: 'The bank account number is not valid.',
  invalid_currency: 'The bank account does not accept this currency.',
  no_account: 'The bank account does not exist.',
}

/** Why, for people. `failure` is the code of Stripe. */
export const explainBankFailure = (failure: string): string =>
  (Object.hasOwn(REASONS, failure) ? REASONS[failure] : undefined) ??
  'The bank returned the payment without a reason that we know.'
