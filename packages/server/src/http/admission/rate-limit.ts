// Limits on what is not signed: so many requests of an address, or of whatever else the caller is known by.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimit, RateLimitName } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { ApiError, invariant } from '../../kernel/errors.ts'
import type { Owner } from '../../kernel/owner.ts'
import { toNetwork } from '../../kernel/text/client-network.ts'
import type { Route } from '../define-route.ts'
import { type Asked, rateHeaders } from './admission.ts'

/** Counts one request of `who`; answers the headers that say how much is left. */
export async function assertWithinLimit(
  deps: Pick<Deps, 'config' | 'admission'>,
  name: RateLimitName,
  who: string,
  /** A bucket of its own under the same limit. */
  purpose: string = name,
  amount = 1,
): Promise<Record<string, string>> {
  if (deps.config.rateLimits === 'off') return {}
  return assertWithinBucket(deps, { key: `${purpose}:${who}`, ...toAmount(deps.config.rateLimits[name], amount) })
}

/** All or nothing, and never more than the bucket holds. */
const toAmount = (limit: RateLimit, amount: number) =>
  amount > 1 ? { limit, amount: Math.min(amount, limit.capacity), isWhole: true } : { limit }

/** The same for a bucket that has a name already; null where limits are off. */
export async function assertWithinBucket(
  deps: Pick<Deps, 'admission'>,
  bucket: Asked['bucket'],
): Promise<Record<string, string>> {
  if (bucket === null) return {}
  const verdict = await deps.admission.admit({ nonce: null, bucket, partnerId: null, durable: false })
  const headers = rateHeaders(bucket, verdict)
  if (!verdict.granted) throw refuseByLimit(headers, verdict.retryAfter)
  return headers
}

/** The refusal names the seconds, for a reader who does not see the header. */
export const refuseByLimit = (headers: Record<string, string>, retryAfter: number): ApiError =>
  new ApiError('rate_limited', {
    message: `Too many requests. Retry in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`,
    headers: { ...headers, 'retry-after': String(retryAfter) },
  })

/** Counts one request by the client's network. Every limit by IP address goes through here: an IPv6 client has 2^64 of them. */
export const limitByAddress = (
  deps: Pick<Deps, 'config' | 'admission'>,
  name: RateLimitName,
  address: string,
  purpose: string = name,
): Promise<Record<string, string>> => assertWithinLimit(deps, name, toNetwork(address), purpose)

/** One bucket for all keys of a partner in an environment: more keys are not more requests. */
export const partnerBucketKey = (name: RateLimitName, { partnerId, environment }: Owner): string =>
  `${name}:${partnerId}:${environment}`

/** Which limit a route of the partner area counts against. */
export function partnerLimitName(route: Pick<Route, 'limit' | 'method'>): RateLimitName {
  invariant(route.limit !== 'by-operation', 'a partner request counts once')
  return route.limit ?? (route.method === 'GET' ? 'partner_reads' : 'partner_writes')
}

/** How many requests a request counts as. A body that is not JSON counts once; validation refuses it later. */
export function countUnits({ countUnits: count }: Route, body: Buffer | undefined): number {
  if (!count || body === undefined) return 1
  try {
    return Math.max(1, count(JSON.parse(body.toString())))
  } catch {
    return 1
  }
}

export function partnerBucket(
  { config }: Pick<Deps, 'config'>,
  owner: Owner,
  route: Route,
  amount = 1,
): Asked['bucket'] {
  if (config.rateLimits === 'off') return null
  const name = partnerLimitName(route)
  return { key: partnerBucketKey(name, owner), ...toAmount(config.rateLimits[name], amount) }
}

/**
 * The hook of pages that read or write the database, counted apart from the API: people and crawlers read pages without using up
 * what their network may ask of the API.
 */
export const limitVisits =
  (deps: Pick<Deps, 'config' | 'admission'>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers(await limitByAddress(deps, 'pages', request.ip))
  }
