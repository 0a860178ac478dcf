// The roles of operators. An admin may do everything, and every operator may read.

export const OPERATOR_ROLES = ['admin', 'finance', 'support', 'viewer'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]
