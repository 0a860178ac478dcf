// Asks browsers for a passkey, and makes sure that each challenge is used once.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { PASSKEY_CHALLENGE_SECONDS } from '../../../kernel/limits.ts'
import { tokenHash } from '../../../kernel/secret-box.ts'
import {
  type ChallengeTerms,
  createChallenge,
  getRpId,
  isOwnChallenge,
  type PasskeyPurpose,
} from '../rules/passkey-challenge.ts'
import { tokenEnd } from '../rules/tokens.ts'
import { insertUsedToken } from '../store/tokens.ts'
import type { User } from '../store/users.ts'

type Needed = Pick<Deps, 'config' | 'secrets' | 'clock'>
/** `userId` is empty for a sign-in, where nobody is known yet. */
export type PasskeyTerms = Omit<ChallengeTerms, 'key'>

const withKey = ({ secrets }: Pick<Deps, 'secrets'>, terms: PasskeyTerms): ChallengeTerms => ({
  ...terms,
  key: secrets.deriveKey('passkey-challenge'),
})

export const issueChallenge = (deps: Needed, terms: PasskeyTerms): string =>
  createChallenge(withKey(deps, terms), deps.clock.now())

export const isChallenge = (deps: Needed, terms: PasskeyTerms, challenge: string): boolean =>
  isOwnChallenge(withKey(deps, terms), challenge, deps.clock.now())

type Credential = { id: string; type: 'public-key'; transports: string[] }
/** `PublicKeyCredentialRequestOptionsJSON` */
export type PasskeyRequest = {
  challenge: string
  rpId: string
  timeout: number
  userVerification: 'required'
  allowCredentials: Credential[]
}

/** What a browser needs to ask for a passkey: any of this site, or one of `allowCredentials`. Null where there are no passkeys. */
export function buildPasskeyRequest(
  deps: Needed,
  purpose: PasskeyPurpose,
  { userId, allowCredentials }: { userId: string; allowCredentials: Credential[] } = {
    userId: '',
    allowCredentials: [],
  },
): PasskeyRequest | null {
  const rpId = getRpId(deps.config.baseUrl)
  if (rpId === null) return null
  const challenge = issueChallenge(deps, { purpose, userId })
  return { challenge, rpId, timeout: PASSKEY_CHALLENGE_SECONDS * 1000, userVerification: 'required', allowCredentials }
}

/** False when it was used before: of two requests with the same challenge one gets it. */
export const useChallenge = (
  tx: Tx,
  challenge: string,
  { id: userId, email }: Pick<User, 'id' | 'email'>,
  now: Date,
): Promise<boolean> => {
  const purpose = 'passkey_challenge'
  const token = { tokenHash: tokenHash(challenge), purpose, userId, email, data: {}, createdAt: now } as const
  return insertUsedToken(tx, { ...token, expiresAt: tokenEnd(purpose, now) }, now)
}
