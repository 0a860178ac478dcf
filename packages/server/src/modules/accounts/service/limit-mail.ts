// How many messages about accounts one email address gets.
import type { Deps } from '../../../deps.ts'
import { isWithinLimit } from '../../../http/rate-limit.ts'
import { accountDigest } from '../rules/sessions.ts'

/**
 * Strangers can cause these messages, so each kind has its own bucket. Nobody is kept out by it: earlier links go on working,
 * and the bucket refills faster than they expire, so an empty one means that a link that works was sent.
 */
export type MailKind = 'confirm' | 'reset' | 'change'

/** False beyond the limit: nothing is sent, and nobody is told. */
export const mayMail = (deps: Pick<Deps, 'config' | 'admission'>, kind: MailKind, email: string): Promise<boolean> =>
  isWithinLimit(deps, 'account_mail', accountDigest(email), `account_mail_${kind}`)
