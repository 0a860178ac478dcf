// The status of a key, and whether it can be rotated.
import type { Credential } from '@freehold/sdk/types'
import type { Tone } from '../../ui/feedback.tsx'

type Standing = Pick<Credential, 'active' | 'retires_at' | 'revoked_at'>

export function describeState({ active, retires_at, revoked_at }: Standing): { text: string; tone: Tone } {
  if (revoked_at) return { text: 'Revoked', tone: 'bad' }
  if (!active) return { text: 'Rotated out', tone: 'neutral' }
  return retires_at ? { text: 'Retiring', tone: 'warn' } : { text: 'Active', tone: 'good' }
}

/** A key that was rotated has its successor already. */
export const canRotate = ({ active, retires_at }: Standing): boolean => active && retires_at === null
