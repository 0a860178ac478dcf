// Proofs of control: what a TXT record must say, what a lookup means, and when to look again.
import { addSeconds } from '../../../kernel/clock.ts'
import { PROOF_CHECK_SECONDS, PROOF_SECONDS } from '../../../kernel/limits.ts'
import type { Machine } from '../../../kernel/state-machine.ts'

export const PROOF_STATES = ['pending', 'verified', 'expired', 'withdrawn'] as const
export type ProofState = (typeof PROOF_STATES)[number]

export const PROOF_ACTIONS = ['verify', 'expire', 'withdraw'] as const
export type ProofAction = (typeof PROOF_ACTIONS)[number]

export const PROOF_MACHINE: Machine<ProofState, ProofAction> = {
  verify: { from: ['pending'], to: 'verified' },
  expire: { from: ['pending'], to: 'expired' },
  withdraw: { from: ['pending', 'expired'], to: 'withdrawn' },
}

/** `conflict`: the record is right, but the domain cannot be listed, for example because another account listed it first. */
export const PROOF_RESULTS = ['found', 'missing', 'mismatch', 'unavailable', 'conflict'] as const
export type ProofResult = (typeof PROOF_RESULTS)[number]

const LABEL = '_freehold'
const PREFIX = 'freehold-verify='

export type TxtRecord = { name: string; value: string }
export const buildRecord = ({ domain, token }: { domain: string; token: string }): TxtRecord => ({
  name: `${LABEL}.${domain}`,
  value: PREFIX + token,
})

/** What the nameservers said. */
type TxtAnswer = { state: 'found' | 'missing' | 'unavailable'; texts: readonly string[] }

/** Other values beside the right one do no harm: several accounts can prove the same domain at a time. */
export function judgeLookup(answer: TxtAnswer, expected: string): Exclude<ProofResult, 'conflict'> {
  if (answer.state !== 'found') return answer.state
  return answer.texts.some((text) => text.trim() === expected) ? 'found' : 'mismatch'
}

/** The times of a proof that starts now. */
export const planProof = (now: Date) => ({
  nextCheckAt: addSeconds(now, PROOF_CHECK_SECONDS),
  expiresAt: addSeconds(now, PROOF_SECONDS),
})
