// What the claims of an identity provider say about a person.
import { parseEmail } from '../../kernel/email-address.ts'
import type { OperatorRole } from '../../kernel/operator-roles.ts'
import { hasSecondFactor, pickRole, type SsoConfig } from '../../kernel/sso-settings.ts'

export type SsoPerson = {
  subject: string
  email: string
  role: OperatorRole
  authenticatedAt: Date
  hasSecondFactor: boolean
}

/** Why a person cannot come in, in words for them. */
export type SsoProblem = { problem: string }

const toMoment = (seconds: unknown): Date | undefined =>
  typeof seconds === 'number' && Number.isFinite(seconds) ? new Date(seconds * 1000) : undefined

/** The time of a provider that does not report it is now: it was asked for a sign-in within the last ten minutes. */
export function readClaims(
  claims: Readonly<Record<string, unknown>>,
  { claim, roles }: Pick<SsoConfig, 'claim' | 'roles'>,
  now: Date,
): SsoPerson | SsoProblem {
  const email = typeof claims.email === 'string' ? parseEmail(claims.email) : null
  if (typeof claims.sub !== 'string' || email === null)
    return { problem: 'Your identity provider did not send your email address. Ask your administrator.' }
  if (claims.email_verified !== true)
    return { problem: `Your identity provider has not verified ${email}. Ask your administrator.` }
  const role = pickRole(claims[claim], roles)
  if (!role) return { problem: `${email} has no operator role at your identity provider. Ask your administrator.` }
  const at = toMoment(claims.auth_time) ?? now
  return {
    subject: claims.sub,
    email,
    role,
    authenticatedAt: at < now ? at : now,
    hasSecondFactor: hasSecondFactor(claims),
  }
}
