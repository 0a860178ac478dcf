// What others may use of operators' roles and tokens.

export { roleJobs } from './jobs.ts'
export { changeRole, forgetOperator, setProviderRole } from './service/change-role.ts'
export { findOperatorByToken, issueOperatorToken } from './service/issue-token.ts'
export { createOperator, restoreOperator } from './service/restore.ts'
export { forgetInvited } from './store/invitations.ts'
export { listOwnTokens } from './store/tokens.ts'
