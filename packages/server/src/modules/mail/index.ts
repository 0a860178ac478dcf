// What others may use of mail.

export { mailJobs } from './jobs.ts'
export type { FactorChange } from './rules/account-templates.ts'
export { formatAmount } from './rules/content.ts'
export type { Letter } from './rules/templates.ts'
export type { OrderStep } from './rules/trade-templates.ts'
export { createMailDispatcher } from './service/dispatch.ts'
export { type MailRequest, queueMail } from './service/queue.ts'
export { readForOperator } from './service/read.ts'
export {
  ATTEMPT_PARTITIONS as MAIL_ATTEMPT_PARTITIONS,
  deleteMessagesTo,
  deleteSandboxMail,
  hasMessageSince,
  listMessagesTo,
  MESSAGE_PARTITIONS as MAIL_PARTITIONS,
} from './store.ts'
