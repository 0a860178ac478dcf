// What can be recorded for many statements together.
import type { OperatorSettlement } from '@freehold/sdk/types'
import { expect, it } from 'vitest'
import { markStatementsPaid } from './mark-many.tsx'

it('accepts only statements on which the partner owes money', () => {
  const { accepts } = markStatementsPaid(async () => undefined)
  const build = (owed: number, ...actions: string[]) =>
    ({ amount_owed_cents: owed, actions: actions.map((action) => ({ action })) }) as OperatorSettlement
  expect([
    accepts(build(100, 'paid')),
    accepts(build(100)),
    accepts(build(0, 'paid')),
    accepts(build(-100, 'paid')),
  ]).toEqual([true, false, false, false])
})
