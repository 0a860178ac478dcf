// The public face of the SDK: everything that is exported here is kept stable.
export { type CallOptions, Freehold, type FreeholdOptions } from './client.ts'
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type ErrorDetail,
  FreeholdError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  UnprocessableError,
  ValidationError,
} from './errors.ts'
export type { ApiResponse, Query, QueryValue, RequestOptions } from './request.ts'
export {
  bodySha256,
  canonicalQuery,
  canonicalString,
  type SignatureHeaders,
  type SignedParts,
  type SignedRequest,
  type SignRequestInput,
  signRequest,
  verifySignature,
} from './signing.ts'
