// What every client of the API is made of, without credentials: for pages that call with their session cookie.
export { ConnectionError, type ErrorDetail, errorFromResponse, FreeholdError } from './errors.ts'
export { connected, readLines } from './exchange.ts'
export {
  type Answer,
  type Body,
  encodeBody,
  type Filter,
  fillOperation,
  type Input,
  type LooseInput,
  type Operation,
  type Query,
  queryText,
  requestHeaders,
} from './operation.ts'
