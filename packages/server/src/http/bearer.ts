// The bearer token of a request, as RFC 6750 writes it.

const BEARER = /^Bearer +([\x21-\x7e]{1,512}) *$/i

/** Undefined when the header is missing or holds something else. */
export const readBearer = (authorization: string | undefined): string | undefined =>
  BEARER.exec(authorization ?? '')?.[1]
