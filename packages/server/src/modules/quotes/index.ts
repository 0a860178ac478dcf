// What others may use of quotes.

export { quoteJobs } from './jobs.ts'
export { expireQuotes } from './service.ts'
