// How the database carries out the checks: none compares every entry with every order, which takes hours over a long past.
import { expect, it } from 'vitest'
import { startTestService } from '../../../test/harness.ts'
import { Sql } from '../../db/sql.ts'
import { LEDGER_CHECKS } from './store/ledger-checks.ts'

it('no ledger check compares every entry with every order', async () => {
  const { db } = await startTestService()
  const compared: string[] = []
  for (const { name, statement } of LEDGER_CHECKS) {
    const rows = await db.many<{ 'QUERY PLAN': string }>(
      new Sql(`explain (costs off) ${statement.text}`, statement.values),
    )
    const plan = rows.map((row) => Object.values(row).join('')).join('\n')
    if (/Join Filter: .*journal.*SubPlan/.test(plan)) compared.push(name)
  }
  expect(compared).toEqual([])
})
