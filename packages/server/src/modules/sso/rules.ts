// What the claims of an identity provider say about a person.

import type { OperatorRole } from '../../kernel/operator-roles.ts'
import { hasSecondFactor, pickRole, type SsoConfig } from '../../kernel/settings/sso.ts'
import { parseEmail } from '../../kernel/text/email-address.ts'

export type SsoPerson = {
  subject: string
  email: string
  role: OperatorRole
  authenticatedAt: Date
  hasSecondFactor: boolean
}

/** Why a person cannot come in: in words for them, and for the audit log. */
export type SsoProblem = { problem: string; reason: 'no_email' | 'email_not_verified' | 'no_role' | 'not_linked' }

/** Claims that let nobody in. `hasRole` is false where the provider gives the subject no role: what they had here ends. */
export type SsoRefusal = SsoProblem & { subject: string | null; hasRole: boolean }

const toMoment = (seconds: unknown): Date | undefined =>
  typeof seconds === 'number' && Number.isFinite(seconds) ? new Date(seconds * 1000) : undefined

/** The time of a provider that does not report it is now: it was asked for a sign-in within the last ten minutes. */
export function readClaims(
  claims: Readonly<Record<string, unknown>>,
  { claim, roles }: Pick<SsoConfig, 'claim' | 'roles'>,
  now: Date,
): SsoPerson | SsoRefusal {
  const email = typeof claims.email === 'string' ? parseEmail(claims.email) : null
  const subject = typeof claims.sub === 'string' ? claims.sub : null
  const role = pickRole(claims[claim], roles)
  const refuse = (reason: SsoProblem['reason'], problem: string): SsoRefusal => ({
    problem: `${problem} Ask your administrator.`,
    reason,
    subject,
    hasRole: role !== undefined,
  })
  if (subject === null || email === null)
    return refuse('no_email', 'Your identity provider did not send your email address.')
  if (claims.email_verified !== true)
    return refuse('email_not_verified', `Your identity provider has not verified ${email}.`)
  if (!role) return refuse('no_role', `${email} has no operator role at your identity provider.`)
  const at = toMoment(claims.auth_time) ?? now
  return {
    subject,
    email,
    role,
    authenticatedAt: at < now ? at : now,
    hasSecondFactor: hasSecondFactor(claims),
  }
}
