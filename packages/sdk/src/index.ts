// The public API of the SDK. Every export here is kept stable.
export type { Body, CallOptions, Filter, Operation, ResponseBody } from './api.ts'
export { Freehold } from './client.ts'
export type { FreeholdOptions } from './connection.ts'
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type CurrentPrice,
  type ErrorDetail,
  FreeholdError,
  NotFoundError,
  OAuthFlowError,
  PermissionError,
  QuoteTokenError,
  RateLimitError,
  ServerError,
  UnprocessableError,
  ValidationError,
  WebhookVerificationError,
} from './errors.ts'
export {
  type AuthorizationRequest,
  authorizationUrl,
  computeChallenge,
  createPkce,
  discover,
  exchangeCode,
  type OAuthOptions,
  type Pkce,
  readCallback,
  refreshTokens,
  registerClient,
  revokeToken,
} from './oauth.ts'
export { List } from './pagination.ts'
export { type QuoteClaims, verifyQuoteToken } from './quote-token.ts'
export type { ApiResponse, Query, QueryValue, RequestOptions } from './request.ts'
export type { EventPage, FollowOptions, HistoryEvent } from './resources/events.ts'
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
export type * from './types.gen.ts'
export { type VerifyWebhookOptions, verifyWebhook, type WebhookEvent, type WebhookHeaders } from './webhooks.ts'
