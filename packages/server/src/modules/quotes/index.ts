// What others may use of quotes.
export { expireQuotes } from './service.ts'
