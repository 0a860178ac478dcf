// Challenges for passkeys. A challenge proves by itself who asked, for what and when, so that none is stored before it is used.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { PASSKEY_CHALLENGE_SECONDS } from '../../../kernel/limits.ts'

/** What the person does with the passkey. A challenge for one purpose does not serve another. */
export type PasskeyPurpose = 'sign_in' | 'second_step' | 'reauthenticate' | 'register'

/** `userId` is empty for a sign-in, where nobody is known yet. */
export type ChallengeTerms = { key: Buffer; purpose: PasskeyPurpose; userId: string }

const TIME_BYTES = 4
const NONCE_BYTES = 16
const PROOF_BYTES = 32

const computeProof = ({ key, purpose, userId }: ChallengeTerms, head: Buffer): Buffer =>
  createHmac('sha256', key).update(`${purpose}\n${userId}\n`).update(head).digest()

export function createChallenge(terms: ChallengeTerms, now: Date): string {
  const time = Buffer.alloc(TIME_BYTES)
  time.writeUInt32BE(Math.floor(now.getTime() / 1000))
  const head = Buffer.concat([time, randomBytes(NONCE_BYTES)])
  return Buffer.concat([head, computeProof(terms, head)]).toString('base64url')
}

const CHALLENGE = /^[\w-]{70}$/

/** Did we create this challenge for these terms, and recently? */
export function isOwnChallenge(terms: ChallengeTerms, challenge: string, now: Date): boolean {
  if (!CHALLENGE.test(challenge)) return false
  const bytes = Buffer.from(challenge, 'base64url')
  const head = bytes.subarray(0, TIME_BYTES + NONCE_BYTES)
  const proof = bytes.subarray(head.length)
  if (proof.length !== PROOF_BYTES || !timingSafeEqual(proof, computeProof(terms, head))) return false
  const age = now.getTime() / 1000 - head.readUInt32BE()
  return age > -PASSKEY_CHALLENGE_SECONDS && age < PASSKEY_CHALLENGE_SECONDS
}

/** As URLs write them: `127.0.0.1`, `[::1]`. */
const IP_ADDRESS = /^[\d.]+$|^\[/

/** The host that passkeys belong to. Null at an IP address, where browsers offer none. */
export function getRpId(baseUrl: string): string | null {
  const { hostname } = new URL(baseUrl)
  return IP_ADDRESS.test(hostname) ? null : hostname
}
