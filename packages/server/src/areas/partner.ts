// The partner area: signed requests. The checks stand here in the order that the contract gives them.

import type { Companion } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { type Admission, type Asked, rateHeaders, type Verdict } from '../http/admission/admission.ts'
import { countUnits, partnerBucket, refuseByLimit } from '../http/admission/rate-limit.ts'
import type { Route } from '../http/define-route.ts'
import { listScopes } from '../http/define-route.ts'
import {
  computeFingerprint,
  createIdempotency,
  findStored,
  type IdempotentCall,
  type IdempotentResponse,
  isIdempotencyKey,
  readIdempotencyKey,
} from '../http/idempotency.ts'
import type { Admitted, Call, Guard, Incoming, Outcome, ReadAhead } from '../http/pipeline.ts'
import { createReadAheadGate } from '../http/read-ahead.ts'
import { createRefusalLimit, isRefusedUncounted } from '../http/refusals.ts'
import { canonicalString, isNonce, nonceDigest, signatureMatches, signingKey } from '../http/signature.ts'
import { readSignatureHeaders, type SignatureHeaders } from '../http/signature-headers.ts'
import { addSeconds } from '../kernel/clock.ts'
import { ApiError, invariant } from '../kernel/errors.ts'
import { TIMESTAMP_SKEW_SECONDS } from '../kernel/limits.ts'
import {
  assertAdmitted,
  assertScope,
  type CachedCredential,
  collectsPayments,
  createCredentialCache,
  isSandboxKeyId,
} from '../modules/partners/index.ts'
import { noteRequest } from '../modules/requests/index.ts'

export const PARTNER_PREFIX = '/api/partner/v1'

function assertTimestamp(text: string, now: Date): void {
  const seconds = Number(text)
  const drift = Math.abs(seconds - Math.floor(now.getTime() / 1000))
  if (!/^\d{1,12}$/.test(text) || drift > TIMESTAMP_SKEW_SECONDS) throw new ApiError('invalid_timestamp')
}

/** In the sandbox the answer shows what the server signed, so that a partner finds the differing line at once. */
function refuseSignature(keyId: string, canonical: string): ApiError {
  const details = isSandboxKeyId(keyId) ? [{ field: 'canonical_string', message: canonical }] : []
  return new ApiError('invalid_signature', { details })
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

const acceptsKey = ({ method, idempotencyKey }: Route): boolean => method === 'POST' && idempotencyKey !== 'ignored'

const carriesKey = (route: Route, incoming: Incoming): boolean =>
  acceptsKey(route) && isIdempotencyKey(incoming.headers['idempotency-key'])

export function partnerGuard(deps: Deps, admission: Admission): Guard<'partner'> {
  const credentials = createCredentialCache(deps, signingKey)
  const runIdempotent = createIdempotency(deps.db)
  /** Replays that came through an empty bucket: nothing was charged, so nothing goes back. */
  const uncharged = new WeakSet<Admitted<'partner'>>()
  /** Nonces that the commit of their own write flushes, and what the database was when they were written. */
  const unflushed = new WeakMap<Admitted<'partner'>, { asked: Asked; epoch: number }>()
  const refusals = createRefusalLimit(deps)
  const gate = createReadAheadGate(deps.db)
  /** Refused before the key was known, so in no partner's log. */
  const refused = new WeakSet<Incoming>()

  /** A mismatch reads the credential again: it may be new or changed. So unknown key and wrong secret cost the same. */
  async function verify(headers: SignatureHeaders, canonical: string): Promise<CachedCredential> {
    const matches = (credential: CachedCredential | undefined): boolean =>
      signatureMatches(credential?.key ?? credentials.decoyKey(), canonical, headers.signature) &&
      credential !== undefined
    const known = credentials.peek(headers.keyId)
    if (matches(known)) return known as CachedCredential
    const current = await credentials.reload(headers.keyId)
    if (matches(current) && isNonce(headers.nonce)) return current as CachedCredential
    throw refuseSignature(headers.keyId, canonical)
  }

  /** A network whose requests were refused too often waits before its next signature is checked. */
  async function admit(
    incoming: Incoming,
    route: Route,
    readAhead?: ReadAhead<'partner'>,
  ): Promise<Admitted<'partner'>> {
    try {
      refusals.assertOpen(incoming.address)
    } catch (error) {
      refused.add(incoming)
      throw error
    }
    try {
      return await admitSigned(incoming, route, readAhead)
    } catch (error) {
      if (error instanceof ApiError && isRefusedUncounted(error)) refusals.note(incoming.address)
      throw error
    }
  }

  /** Would be admitted, as far as this process knows: then its read may begin. */
  function isWelcome(credential: CachedCredential, route: Route, now: Date): boolean {
    try {
      assertAdmitted(credential, now)
      assertScope(credential.scopes, listScopes(route))
    } catch {
      return false
    }
    return gate.isOpen(credential.keyId)
  }

  const presume = (credential: CachedCredential, now: Date): Admitted<'partner'> =>
    toAdmitted(credential, now, gate.guessOffset(credential.keyId))

  /** The statements of a read that begins now are sent with the question. */
  async function ask(asked: Asked, read: ((beside: Companion) => void) | undefined): Promise<Verdict> {
    if (!read) return admission.admit(asked)
    const beside = deps.db.companion()
    const asking = admission.admit(asked, beside)
    read(beside)
    try {
      return await asking
    } finally {
      // Nothing waits for a question that was not sent.
      beside.leave()
    }
  }

  async function admitSigned(
    incoming: Incoming,
    route: Route,
    readAhead: ReadAhead<'partner'> | undefined,
  ): Promise<Admitted<'partner'>> {
    const headers = readSignatureHeaders(incoming)
    const now = deps.clock.now()
    assertTimestamp(headers.timestamp, now)
    const { method, path, pairs, body } = incoming
    const canonical = canonicalString({ method, path, pairs, body, timestamp: headers.timestamp, nonce: headers.nonce })
    if (!isNonce(headers.nonce)) throw refuseSignature(headers.keyId, canonical)
    const credential = await verify(headers, canonical)

    const bucket = partnerBucket(deps, credential, route, countUnits(route, body))
    // Before the admission takes a connection, which would look like one that is missing.
    const presumed = readAhead && isWelcome(credential, route, now) ? presume(credential, now) : undefined
    const epoch = deps.db.epoch()
    const asked: Asked = {
      nonce: nonceDigest(headers.keyId, headers.nonce),
      signedAt: Number(headers.timestamp),
      bucket,
      partnerId: credential.environment === 'sandbox' ? credential.partnerId : null,
      durable: !isRead(method) && !carriesKey(route, incoming),
    }
    const verdict = await gate.watch(headers.keyId, ask(asked, presumed && ((beside) => readAhead?.(presumed, beside))))
    if (!verdict.fresh) throw new ApiError('replay_detected')
    assertAdmitted(credential, now)
    const { sandboxOffsetSeconds } = verdict
    const isPresumed = presumed?.caller.partner.sandboxOffsetSeconds === sandboxOffsetSeconds
    const admitted = {
      ...(presumed && isPresumed ? presumed : toAdmitted(credential, now, sandboxOffsetSeconds)),
      headers: rateHeaders(bucket, verdict),
    }
    if (!verdict.granted) {
      if (!(await isReplay(route, incoming, admitted))) throw refuseByLimit(admitted.headers, verdict.retryAfter)
      uncharged.add(admitted)
    }
    credentials.used(headers.keyId)
    assertScope(credential.scopes, listScopes(route))
    if (!asked.durable && !isRead(method)) unflushed.set(admitted, { asked, epoch })
    return admitted
  }

  /**
   * A server that was lost between the admission and the write may have taken the nonce along, and the write went to its successor.
   * So the nonce is written there before the response says that the write is done.
   */
  async function keepNonce(admitted: Admitted<'partner'>): Promise<void> {
    const kept = unflushed.get(admitted)
    if (!kept || kept.epoch === deps.db.epoch()) return
    await admission.admit({ ...kept.asked, bucket: null, partnerId: null, durable: true })
  }

  function idempotentCall(route: Route, incoming: Incoming, admitted: Admitted<'partner'>): IdempotentCall | undefined {
    if (!acceptsKey(route)) return undefined
    const key = readIdempotencyKey(incoming.headers['idempotency-key'])
    if (key === undefined) {
      if (route.idempotencyKey === 'required') throw new ApiError('missing_idempotency_key')
      return undefined
    }
    const { partnerId, environment } = admitted.caller
    return {
      owner: { partnerId, environment },
      key,
      fingerprint: computeFingerprint(incoming.method, incoming.path, incoming.body),
      keepForever: route.keepIdempotencyKey ?? false,
      now: deps.clock.now(),
    }
  }

  /** A replay is free: an empty bucket does not stand in its way. */
  async function isReplay(route: Route, incoming: Incoming, admitted: Admitted<'partner'>): Promise<boolean> {
    // A malformed key replays nothing; whether it is one is told after the limit, with the other input.
    if (!carriesKey(route, incoming)) return false
    const call = idempotentCall(route, incoming, admitted)
    const stored = call && (await findStored(deps.db, call))
    return stored !== undefined && call !== undefined && stored.fingerprint.equals(call.fingerprint)
  }

  async function write(
    { route, incoming, admitted }: Call<'partner'>,
    work: Parameters<Guard<'partner'>['write']>[1],
  ): Promise<Outcome> {
    const call = idempotentCall(route, incoming, admitted)
    if (!call) return deps.db.tx(work)
    return settle(route, admitted, await runIdempotent(call, work))
  }

  /** A replay says so, and is free. */
  async function settle(
    route: Route,
    admitted: Admitted<'partner'>,
    { replayed, ...response }: IdempotentResponse,
  ): Promise<Outcome> {
    await keepNonce(admitted)
    if (!replayed) return response
    const bucket = partnerBucket(deps, admitted.caller, route)
    if (bucket && !uncharged.has(admitted)) await admission.giveBack(bucket.key)
    return { ...response, headers: { 'idempotent-replayed': 'true' } }
  }

  return {
    area: 'partner',
    prefix: PARTNER_PREFIX,
    admit,
    finished: (incoming, outcome) => {
      if (!refused.has(incoming)) noteRequest(deps, incoming, outcome)
    },
    precheck: ({ route, incoming, admitted }) => void idempotentCall(route, incoming, admitted),
    write,
    writeOnce: async ({ route, incoming, admitted }, work) => {
      const call = idempotentCall(route, incoming, admitted)
      invariant(call, 'a one-statement write requires its key')
      return settle(route, admitted, await work(call))
    },
  }
}

function toAdmitted(credential: CachedCredential, now: Date, sandboxOffsetSeconds: number): Admitted<'partner'> {
  return {
    caller: toCaller(credential, sandboxOffsetSeconds),
    now: addSeconds(now, sandboxOffsetSeconds),
    headers: {},
    logged: {
      partner_id: credential.partnerId,
      key_id: credential.keyId,
      environment: credential.environment,
    },
  }
}

function toCaller(credential: CachedCredential, sandboxOffsetSeconds: number): Admitted<'partner'>['caller'] {
  return {
    partnerId: credential.partnerId,
    environment: credential.environment,
    credential: { keyId: credential.keyId, secret: credential.secret },
    scopes: credential.scopes,
    partner: {
      name: credential.name,
      approved: credential.approvedAt !== null,
      merchantOfRecord: collectsPayments(credential, credential.environment),
      affiliate: credential.affiliate,
      commissionBps: credential.commissionBps,
      brokerageBps: credential.brokerageBps,
      referralBps: credential.referralBps,
      sandboxOffsetSeconds,
    },
  }
}
