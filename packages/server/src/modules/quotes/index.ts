// What others may use of quotes.

export { quoteJobs } from './jobs.ts'
export { expireQuotes, findQuotingPartner, lockActiveQuote, lockOwnQuote } from './service.ts'
export { clearQuotes } from './store.ts'
