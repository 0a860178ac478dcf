// What others may use of mail.

export { mailJobs } from './jobs.ts'
export type { FactorChange } from './rules/account-templates.ts'
export type { OrderStep } from './rules/trade-templates.ts'
export { type MailRequest, queueMail } from './service/queue.ts'
export { deleteMessagesTo, listMessagesTo } from './store.ts'
