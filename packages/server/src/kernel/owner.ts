// Whose data a query may touch: sandbox and live, or two partners, cannot mix.
import type { Id } from './ids.ts'

export const ENVIRONMENTS = ['sandbox', 'live'] as const
export type Environment = (typeof ENVIRONMENTS)[number]

/** How operators see both: what is about money comes before what is about practice. */
export const liveFirst = (only: Environment | undefined): readonly Environment[] =>
  only === undefined ? ['live', 'sandbox'] : [only]

export type Owner = { partnerId: Id<'partner'>; environment: Environment }

/** What a person is to a partner: an owner runs it, a member reads. */
export const MEMBER_ROLES = ['owner', 'member'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

export const SCOPES = ['search', 'embed', 'buy', 'broker', 'refer', 'report', 'webhook'] as const
export type Scope = (typeof SCOPES)[number]
