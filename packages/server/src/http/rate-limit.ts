// Limits on what is not signed: so many requests of an address, or of whatever else the caller is known by.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimitName } from '../config.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../kernel/errors.ts'
import { rateHeaders } from './admission.ts'

/** Counts one request of `who`; answers the headers that say how much is left. */
export async function assertWithinLimit(
  deps: Pick<Deps, 'config' | 'admission'>,
  name: RateLimitName,
  who: string,
  /** A bucket of its own under the same limit. */
  purpose: string = name,
): Promise<Record<string, string>> {
  if (deps.config.rateLimits === 'off') return {}
  const limit = deps.config.rateLimits[name]
  const bucket = { key: `${purpose}:${who}`, limit }
  const verdict = await deps.admission.admit({ nonce: null, bucket, partnerId: null, durable: false })
  const headers = rateHeaders(bucket, verdict)
  if (!verdict.granted)
    throw new ApiError('rate_limited', { headers: { ...headers, 'retry-after': String(verdict.retryAfter) } })
  return headers
}

/**
 * The hook of pages that read or write the database: as many as public reads of the visitor's address, counted apart from
 * them, so that whoever looked around can still pay and sign in.
 */
export const limitVisits =
  (deps: Pick<Deps, 'config' | 'admission'>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers(await assertWithinLimit(deps, 'public_reads', request.ip, 'visits'))
  }
