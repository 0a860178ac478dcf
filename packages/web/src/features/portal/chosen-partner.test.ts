// A person on several teams works for the partner that they chose, never for a default.
import type { OwnPartner } from '@freehold/sdk/types'
import { describe, expect, it } from 'vitest'
import { findChosen } from './chosen-partner.ts'

const partner = (id: string) => ({ partner_id: id }) as OwnPartner
const NOBODY = { named: null, remembered: null }

describe('the chosen partner', () => {
  it('is the only one', () => expect(findChosen([partner('a')], NOBODY)?.partner_id).toBe('a'))

  it('has no default among several', () => expect(findChosen([partner('a'), partner('b')], NOBODY)).toBeNull())

  it('is the one in the URL before the remembered one', () =>
    expect(findChosen([partner('a'), partner('b')], { named: 'b', remembered: 'a' })?.partner_id).toBe('b'))

  it('is not a partner that the person left', () =>
    expect(findChosen([partner('a'), partner('b')], { named: 'c', remembered: 'd' })).toBeNull())
})
