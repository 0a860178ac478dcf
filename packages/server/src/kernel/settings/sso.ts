// The settings of single sign-on, and which operator role the claims of a person give.
import { OPERATOR_ROLES, type OperatorRole } from '../operator-roles.ts'

export type SsoConfig = {
  issuer: string
  clientId: string
  clientSecret: string
  /** The claim of the ID token that decides the role, and the role for each of its values. */
  claim: string
  roles: ReadonlyMap<string, OperatorRole>
}

const NAMES = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLE_CLAIM'] as const

const isRole = (text: string): text is OperatorRole => OPERATOR_ROLES.some((role) => role === text)

const isIssuer = (text: string, production: boolean): boolean => {
  if (!(production ? /^https:\/\// : /^https?:\/\//).test(text) || !URL.canParse(text)) return false
  const { search, hash, username } = new URL(text)
  return search === '' && hash === '' && username === ''
}

/** Undefined when the text is not a claim with values of roles. */
function parseRoleClaim(text: string): Pick<SsoConfig, 'claim' | 'roles'> | undefined {
  const [claim = '', ...pairs] = text.split(';').map((part) => part.trim())
  const roles = new Map<string, OperatorRole>()
  for (const pair of pairs.length > 0 ? pairs : OPERATOR_ROLES.map((role) => `${role}=${role}`)) {
    // The last equals sign: the name of a group may have one, too.
    const at = pair.lastIndexOf('=')
    const role = pair.slice(at + 1).trim()
    if (at < 1 || !isRole(role)) return undefined
    roles.set(pair.slice(0, at).trim(), role)
  }
  return claim === '' ? undefined : { claim, roles }
}

/** All settings or none; otherwise what is wrong with them. */
export function readSsoSettings(
  env: Readonly<Record<string, string | undefined>>,
  production: boolean,
): { sso: SsoConfig | null } | { problem: string } {
  const missing = NAMES.filter((name) => !env[name])
  if (missing.length === NAMES.length) return { sso: null }
  if (missing.length > 0)
    return { problem: `Single sign-on needs all its settings. Set ${missing.join(' and ')}, or remove the others.` }
  const [issuer = '', clientId = '', clientSecret = '', claimText = ''] = NAMES.map((name) => env[name])
  if (!isIssuer(issuer, production))
    return {
      problem: `OIDC_ISSUER must be an https URL without a query, such as https://login.example, not "${issuer}".`,
    }
  const claim = parseRoleClaim(claimText)
  if (!claim)
    return {
      problem: `OIDC_ROLE_CLAIM must be CLAIM, or CLAIM;VALUE=ROLE;… with the roles ${OPERATOR_ROLES.join(', ')}, not "${claimText}".`,
    }
  return { sso: { issuer, clientId, clientSecret, ...claim } }
}

/** Of several roles the first in the order of `OPERATOR_ROLES`; undefined without a known one. */
export function pickRole(value: unknown, roles: SsoConfig['roles']): OperatorRole | undefined {
  const values = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string')
  const given = new Set(values.map((one) => roles.get(one)))
  return OPERATOR_ROLES.find((role) => given.has(role))
}

/** RFC 8176 and the values of common providers: was a second factor part of the sign-in? */
const STRONG_ACRS = ['phr', 'phrh', 'http://schemas.openid.net/pape/policies/2007/06/multi-factor']

export const hasSecondFactor = ({ amr, acr }: { amr?: unknown; acr?: unknown }): boolean =>
  (Array.isArray(amr) && amr.includes('mfa')) || (typeof acr === 'string' && STRONG_ACRS.includes(acr))
