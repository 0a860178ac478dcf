// Registers passkeys, and accepts them. Signatures are checked before the transaction; challenge and counter are used up inside it.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { type Tx, violates } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, notFound } from '../../../kernel/errors.ts'
import { type Id, newId } from '../../../kernel/ids.ts'
import { lazy } from '../../../kernel/lazy.ts'
import { PASSKEY_CHALLENGE_SECONDS, PASSKEYS_MAX } from '../../../kernel/limits.ts'
import {
  getRpId,
  isChallenge,
  issueChallenge,
  markAuthenticated,
  type PasskeyTerms,
  type SignedIn,
  type User,
  useChallenge,
} from '../../accounts/index.ts'
import {
  ALGORITHMS,
  isCredentialId,
  PASSKEY_PROBLEMS,
  type PasskeyProblem,
  parseClientData,
  parseTransports,
} from '../rules/passkeys.ts'
import type { Passkey } from '../store/passkeys.ts'
import * as store from '../store/passkeys.ts'
import { addFactor, dropFactor, type FactorCall, reportChange } from './factors.ts'

type Needed = Pick<Deps, 'db' | 'config' | 'secrets' | 'clock' | 'audit'>

/** Loaded with the first passkey: it brings parsers for certificates that we never read. */
const library = lazy(() => import('@simplewebauthn/server'))
const libraryParts = lazy(() => import('@simplewebauthn/server/helpers'))

/** `ownerId` is the account that the passkey is registered with, if that is known. */
export class RejectedPasskey extends ApiError {
  readonly problem: PasskeyProblem
  readonly ownerId: Id<'user'> | null

  constructor(problem: PasskeyProblem, ownerId: Id<'user'> | null) {
    const message = PASSKEY_PROBLEMS[problem]
    super('validation_error', { message, details: [{ field: 'passkey', message }] })
    this.problem = problem
    this.ownerId = ownerId
  }
}

const rejectPasskey = (problem: PasskeyProblem, ownerId: Id<'user'> | null = null): RejectedPasskey =>
  new RejectedPasskey(problem, ownerId)

function requireRpId({ config }: Needed): string {
  const rpId = getRpId(config.baseUrl)
  if (rpId === null) throw rejectPasskey('no_host_name')
  return rpId
}

/** The challenge of a response, once it is known to come from a page of ours that asked for this. */
function checkOrigin(deps: Needed, response: { response: { clientDataJSON: string } }, terms: PasskeyTerms): string {
  const data = parseClientData(response)
  if (data === null) throw rejectPasskey('malformed')
  if (data.origin !== new URL(deps.config.baseUrl).origin) throw rejectPasskey('other_origin')
  if (!isChallenge(deps, terms, data.challenge)) throw rejectPasskey('expired')
  return data.challenge
}

/** `PublicKeyCredentialCreationOptionsJSON` for a new passkey of this person. */
export async function buildRegistration(deps: Needed, user: User): Promise<Record<string, unknown>> {
  const rpID = requireRpId(deps)
  const known = await store.listPasskeys(deps.db, user.id)
  const challenge = issueChallenge(deps, { purpose: 'register', userId: user.id })
  return {
    challenge,
    rp: { id: rpID, name: 'Freehold' },
    user: { id: Buffer.from(user.id).toString('base64url'), name: user.email, displayName: user.email },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: PASSKEY_CHALLENGE_SECONDS * 1000,
    attestation: 'none',
    excludeCredentials: known.map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }
}

export const toDescriptor = ({ credentialId, transports }: Passkey) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports,
})

/** A new passkey whose signature is right. */
export type NewPasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'backedUp'> & {
  challenge: string
}

/** We ask for no attestation. Statements with certificates are rejected unread: checking them could mean network requests. */
async function assertNoCertificates(response: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await libraryParts()
  const object = decodeAttestationObject(isoBase64URL.toBuffer(response.response.attestationObject))
  const isPlain = object.get('fmt') === 'none'
  const isSelfSigned = object.get('fmt') === 'packed' && object.get('attStmt').get('x5c') === undefined
  if (!isPlain && !isSelfSigned) throw new Error('unexpected attestation')
}

export async function checkRegistration(deps: Needed, user: User, input: object): Promise<NewPasskey> {
  const expectedRPID = requireRpId(deps)
  const response = input as RegistrationResponseJSON
  const challenge = checkOrigin(deps, response, { purpose: 'register', userId: user.id })
  const { verifyRegistrationResponse } = await library()
  try {
    await assertNoCertificates(response)
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: new URL(deps.config.baseUrl).origin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    })
    if (!verified) throw new Error('not verified')
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: parseTransports(response.response.transports),
      backedUp: credentialBackedUp,
      challenge,
    }
  } catch {
    throw rejectPasskey('unverified')
  }
}

/** The passkey, and recovery codes when it is the account's first factor. This session has proved the factor. */
export async function registerPasskey(
  deps: Needed,
  tx: Tx,
  {
    user,
    session,
    made,
    name,
    call,
  }: { user: User; session: SignedIn; made: NewPasskey; name: string; call: FactorCall },
  now: Date,
): Promise<{ passkey: Passkey; recoveryCodes: string[] }> {
  const { challenge, ...credential } = made
  if (!(await useChallenge(tx, challenge, user, now))) throw rejectPasskey('expired')
  const id = newId('passkey', now)
  const passkey: Passkey = { ...credential, id, userId: user.id, name, createdAt: now, lastUsedAt: null }
  const add = async () => {
    if ((await store.listPasskeys(tx, user.id)).length >= PASSKEYS_MAX)
      throw new ApiError('conflict', {
        message: `An account can have ${PASSKEYS_MAX} passkeys. Remove one first.`,
        reason: 'too_many_passkeys',
      })
    await store.insertPasskey(tx, passkey)
  }
  const recoveryCodes = await addFactor(deps, tx, user.id, add, now).catch((error: unknown) => {
    throw violates(error, 'passkeys_credential') ? rejectPasskey('registered') : error
  })
  await markAuthenticated(tx, session.id, { authenticatedAt: now, secondFactorAt: now })
  await reportChange(deps, tx, { user, change: 'passkey_added', call }, now)
  return { passkey, recoveryCodes }
}

export const renameOwnPasskey = store.renamePasskey

export async function removePasskey(
  deps: Needed,
  tx: Tx,
  { user, id, call }: { user: User; id: string; call: FactorCall },
  now: Date,
): Promise<void> {
  await dropFactor(tx, user.id, async () => {
    if (!(await store.deletePasskey(tx, user.id, id))) throw notFound()
  })
  await reportChange(deps, tx, { user, change: 'passkey_removed', call }, now)
}

/** A passkey whose signature is right. Nothing is changed yet. */
export type CheckedPasskey = { passkey: Passkey; challenge: string; counter: number; backedUp: boolean }

/** `terms.userId` is empty for a sign-in: the passkey says whose it is. */
export async function checkPasskey(deps: Needed, input: object, terms: PasskeyTerms): Promise<CheckedPasskey> {
  const expectedRPID = requireRpId(deps)
  const response = input as AuthenticationResponseJSON
  const challenge = checkOrigin(deps, response, terms)
  const passkey = isCredentialId(response.id) ? await store.findPasskey(deps.db, response.id) : undefined
  if (!passkey) throw rejectPasskey('unknown')
  if (terms.userId !== '' && passkey.userId !== terms.userId) throw rejectPasskey('other_account', passkey.userId)
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: new URL(deps.config.baseUrl).origin,
      expectedRPID,
      requireUserVerification: true,
      credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    })
    if (!verified) throw new Error('not verified')
    return {
      passkey,
      challenge,
      counter: authenticationInfo.newCounter,
      backedUp: authenticationInfo.credentialBackedUp,
    }
  } catch (error) {
    throw rejectPasskey(/counter/i.test(String(error)) ? 'counter' : 'unverified', passkey.userId)
  }
}

/** Uses up the challenge, and notes the counter. */
export async function acceptPasskey(tx: Tx, user: User, checked: CheckedPasskey, now: Date): Promise<void> {
  const { passkey, challenge, counter, backedUp } = checked
  if (!(await useChallenge(tx, challenge, user, now))) throw rejectPasskey('expired', user.id)
  if (!(await store.notePasskeyUse(tx, { id: passkey.id, counter, backedUp }, now)))
    throw rejectPasskey('counter', user.id)
}
