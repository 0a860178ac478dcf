// What a partner and a credential may be: states, key formats, who is let in.
import { ApiError, invalidField } from '../../kernel/errors.ts'
import { CREDENTIALS_ACTIVE_MAX } from '../../kernel/limits.ts'
import type { Environment, Scope } from '../../kernel/owner.ts'
import { ENVIRONMENTS, SCOPES } from '../../kernel/owner.ts'
import { randomToken } from '../../kernel/secret-box.ts'

export const PARTNER_STATUSES = ['pending', 'approved', 'suspended'] as const
export type PartnerStatus = (typeof PARTNER_STATUSES)[number]

/** What a list may be asked for: a status, or whoever waits for an answer to an application for live access. */
export const PARTNER_FILTERS = [...PARTNER_STATUSES, 'applied'] as const
export type PartnerFilterName = (typeof PARTNER_FILTERS)[number]

export const partnerStatus = (partner: { approvedAt: Date | null; suspendedAt: Date | null }): PartnerStatus =>
  partner.suspendedAt ? 'suspended' : partner.approvedAt ? 'approved' : 'pending'

const CONTROL = /[\p{Cc}\u2028\u2029]/u
export const hasControl = (text: string): boolean => CONTROL.test(text)

/**
 * What is wrong with the name of a partner; null when nothing is. It is in messages to people who never heard of the partner, so
 * it must not carry a link or lines of its own.
 */
export function partnerNameProblem(name: string): string | null {
  if (CONTROL.test(name)) return 'must not contain line breaks or control characters'
  const lower = name.toLowerCase()
  return lower.includes('://') || lower.includes('www.') ? 'must not contain a URL' : null
}

export function assertPartnerName(name: string): void {
  const problem = partnerNameProblem(name)
  if (problem !== null) throw invalidField('name', problem)
}

export const PARTNER_ACTIONS = ['approve', 'suspend', 'reinstate'] as const
export type PartnerAction = (typeof PARTNER_ACTIONS)[number]

type Approval = { approvedAt: Date | null; suspendedAt: Date | null }

/** When an operator may do it, the status after it, and why it is refused otherwise. */
const MOVES: Record<
  PartnerAction,
  { isAllowed(partner: Approval): boolean; toStatus(partner: Approval): PartnerStatus; refusal: string }
> = {
  approve: {
    isAllowed: ({ approvedAt }) => approvedAt === null,
    toStatus: ({ suspendedAt }) => (suspendedAt ? 'suspended' : 'approved'),
    refusal: 'The partner is already approved.',
  },
  suspend: {
    isAllowed: ({ suspendedAt }) => suspendedAt === null,
    toStatus: () => 'suspended',
    refusal: 'The partner is already suspended.',
  },
  reinstate: {
    isAllowed: ({ suspendedAt }) => suspendedAt !== null,
    toStatus: ({ approvedAt }) => (approvedAt ? 'approved' : 'pending'),
    refusal: 'The partner is not suspended.',
  },
}

export function assertPartnerAction(partner: Approval, action: PartnerAction): void {
  const { isAllowed, refusal } = MOVES[action]
  if (!isAllowed(partner)) throw new ApiError('conflict', { message: refusal, reason: 'illegal_transition' })
}

/** What an operator can do with a partner now. */
export const partnerActions = (partner: Approval) =>
  PARTNER_ACTIONS.filter((action) => MOVES[action].isAllowed(partner)).map((action) => ({
    action,
    toStatus: MOVES[action].toStatus(partner),
  }))

/** Who may charge buyers itself and record the sale. A partner that a person started may try it in the sandbox. */
export const collectsPayments = (
  partner: { merchantOfRecord: boolean; sandboxMerchantOfRecord: boolean },
  environment: Environment,
): boolean => partner.merchantOfRecord || (environment === 'sandbox' && partner.sandboxMerchantOfRecord)

export const newKeyId = (environment: Environment): string => randomToken(`pk_${environment}_`, 12)
export const newSecret = (environment: Environment): string => randomToken(`sk_${environment}_`, 24)

/** The prefix tells the environment before anything is looked up. */
export const isSandboxKeyId = (keyId: string): boolean => keyId.startsWith('pk_sandbox_')

/** The canonical order of scopes, each once. */
export const tidyScopes = (scopes: readonly Scope[]): Scope[] => SCOPES.filter((scope) => scopes.includes(scope))

/** Is there room for one more key among `active` ones? Throws when not. */
export function assertRoomForCredential(active: number): void {
  if (active < CREDENTIALS_ACTIVE_MAX) return
  throw new ApiError('conflict', {
    message: `A partner can have at most ${CREDENTIALS_ACTIVE_MAX} active API keys. Revoke one that you no longer use.`,
    reason: 'too_many_credentials',
  })
}

/** Works still, in an overlap or not. */
export const isActive = (key: { revokedAt: Date | null; retiresAt: Date | null }, now: Date): boolean =>
  key.revokedAt === null && (key.retiresAt === null || key.retiresAt > now)

export type CredentialStanding = {
  environment: Environment
  revokedAt: Date | null
  retiresAt: Date | null
  approvedAt: Date | null
  suspendedAt: Date | null
}

/** After the signature held: is this credential still good, and its partner let in? Throws when not. */
export function assertAdmitted(standing: CredentialStanding, now: Date): void {
  const ended = standing.revokedAt ?? (standing.retiresAt && standing.retiresAt <= now ? standing.retiresAt : null)
  if (ended)
    throw new ApiError('invalid_signature', {
      message: 'This API key was revoked or replaced. Sign with an active API key.',
      reason: 'credential_revoked',
    })
  assertNotSuspended(standing)
  assertEnvironment(standing.environment, standing.approvedAt !== null)
}

export function assertNotSuspended({ suspendedAt }: { suspendedAt: Date | null }): void {
  if (suspendedAt)
    throw new ApiError('forbidden', {
      message: 'This partner is suspended. Contact the operator.',
      reason: 'partner_suspended',
    })
}

const isOpen = (environment: Environment, approved: boolean): boolean => environment === 'sandbox' || approved

/** Where owners of the partner can create keys. */
export const listKeyEnvironments = ({ approvedAt, suspendedAt }: Approval): Environment[] =>
  suspendedAt ? [] : ENVIRONMENTS.filter((environment) => isOpen(environment, approvedAt !== null))

export function assertEnvironment(environment: Environment, approved: boolean): void {
  if (!isOpen(environment, approved))
    throw new ApiError('forbidden', {
      message:
        'This partner has no live access yet. Request it in the portal, and use the sandbox until the operator approves it.',
      reason: 'partner_not_approved',
    })
}

export function assertScope(held: readonly Scope[], asked: readonly Scope[]): void {
  if (asked.length === 0 || asked.some((scope) => held.includes(scope))) return
  throw new ApiError('forbidden', {
    message: `This endpoint requires the scope ${asked.join(' or ')}. This API key has ${held.join(', ') || 'none'}. Use an API key with the required scope.`,
    reason: 'scope_missing',
  })
}
