// How many messages about accounts one email address gets.
import type { Deps } from '../../../deps.ts'
import { accountDigest } from '../rules/sessions.ts'

/**
 * Strangers can cause these messages, so each kind has its own bucket. Nobody is kept out by it: earlier links go on working,
 * and the bucket refills faster than they expire, so an empty one means that a link that works was sent.
 */
export type MailKind = 'confirm' | 'reset' | 'change'

/** False beyond the limit: nothing is sent, and nobody is told. */
export async function mayMail(
  { config, admission }: Pick<Deps, 'config' | 'admission'>,
  kind: MailKind,
  email: string,
): Promise<boolean> {
  if (config.rateLimits === 'off') return true
  const bucket = { key: `account_mail_${kind}:${accountDigest(email)}`, limit: config.rateLimits.account_mail }
  return (await admission.admit({ nonce: null, bucket, partnerId: null, durable: false })).granted
}
