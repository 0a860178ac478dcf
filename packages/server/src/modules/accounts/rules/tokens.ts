// Links in messages, and sign-ins that wait for a second step: what each is for and how long it works.
import { addSeconds } from '../../../kernel/clock.ts'
import {
  CONFIRM_LINK_SECONDS,
  PASSKEY_CHALLENGE_SECONDS,
  PENDING_SIGN_IN_SECONDS,
  RESET_LINK_SECONDS,
} from '../../../kernel/limits.ts'

const LIFE_SECONDS = {
  confirm_email: CONFIRM_LINK_SECONDS,
  reset_password: RESET_LINK_SECONDS,
  change_email: CONFIRM_LINK_SECONDS,
  /** The password was right, the second factor is still missing. */
  sign_in: PENDING_SIGN_IN_SECONDS,
  /** Stored when it is used, so that it is used once. */
  passkey_challenge: PASSKEY_CHALLENGE_SECONDS,
} as const
export type TokenPurpose = keyof typeof LIFE_SECONDS

export const tokenEnd = (purpose: TokenPurpose, now: Date): Date => addSeconds(now, LIFE_SECONDS[purpose])

/** A link of an address that the account no longer has opens nothing. A change of address says which one it starts from. */
export const isForAddress = (token: { email: string; data: Record<string, unknown> }, current: string): boolean =>
  (token.data.from ?? token.email) === current
