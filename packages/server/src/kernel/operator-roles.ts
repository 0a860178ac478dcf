// The roles of operators. An admin may do everything, and every operator may read.

export const OPERATOR_ROLES = ['admin', 'finance', 'support', 'viewer'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

/** What each role may do, for people who choose one. */
export const ROLE_TEXTS: Record<OperatorRole, string> = {
  admin: 'everything',
  finance: 'settlements, payouts and refunds',
  support: 'orders, brokerage and listings',
  viewer: 'read only',
}

/** Does a role include all permissions of another? */
export const includesRole = (role: OperatorRole, other: OperatorRole): boolean =>
  role === 'admin' || role === other || other === 'viewer'
