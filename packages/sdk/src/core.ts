// The parts of the client without credentials, for pages that authenticate with a session cookie.
export { ConnectionError, type ErrorDetail, errorFromResponse, FreeholdError } from './errors.ts'
export { connected, readLines } from './exchange.ts'
export {
  type Body,
  encodeBody,
  type Filter,
  fillOperation,
  type Input,
  type LooseInput,
  type Operation,
  type Query,
  queryText,
  type ResponseBody,
  requestHeaders,
} from './operation.ts'
