// What others may use of accounts.
export { createUser, findOperatorByToken, hashPassword, issueOperatorToken, setPassword } from './service.ts'
