// What a status says is decided by rules and, for statements, by SQL functions with the same lists. They cost no call: the planner puts
// their expressions in their places, so that the indexes on these lists are used.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { deviate, undo } from '../../../test/parity.ts'
import { Sql, sql, type Tx } from '../../db/sql.ts'
import { DELIVERY_STATES, isActive, isChangeable } from '../delivery/rules/deliveries.ts'
import { DISPUTE_STATUSES, isOpen } from '../disputes/rules/disputes.ts'
import { ORDER_STATUSES } from './rules/orders.ts'
import { isAwaitingTransfer, isDelivered, isReversed } from './rules/statuses.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})

type Rule = {
  name: string
  statuses: readonly string[]
  isTrue: (status: never) => boolean
  /** A wrong list: one value of it replaced by another. */
  planted: readonly [from: string, to: string]
}

const RULES: readonly Rule[] = [
  { name: 'is_awaiting_transfer', statuses: ORDER_STATUSES, isTrue: isAwaitingTransfer, planted: ['PAID', 'SETTLED'] },
  { name: 'is_reversed', statuses: ORDER_STATUSES, isTrue: isReversed, planted: ['CANCELLED', 'SETTLED'] },
  { name: 'is_delivered', statuses: ORDER_STATUSES, isTrue: isDelivered, planted: ['SETTLED', 'PAID'] },
  { name: 'is_open_dispute', statuses: DISPUTE_STATUSES, isTrue: isOpen, planted: ['under_review', 'lost'] },
  { name: 'is_active_delivery', statuses: DELIVERY_STATES, isTrue: isActive, planted: ['waiting', 'planned'] },
  { name: 'is_changeable_delivery', statuses: DELIVERY_STATES, isTrue: isChangeable, planted: ['planned', 'done'] },
]

describe.each(RULES)('$name()', ({ name, statuses, isTrue, planted: [from, to] }) => {
  const compare = (plant?: (tx: Tx) => Promise<void>) =>
    undo(service.db, async (tx) => {
      await plant?.(tx)
      const call = new Sql(
        `select s as status, ${name}(s) as is from unnest($1::text[]) with ordinality as u(s, place) order by place`,
        [[...statuses]],
      )
      const inSql = await tx.many<{ status: string; is: boolean }>(call)
      return { inSql, inTypescript: statuses.map((status) => ({ status, is: isTrue(status as never) })) }
    })

  it('says the same of every status as the rule', async () => {
    const { inSql, inTypescript } = await compare()
    expect(inSql).toEqual(inTypescript)
  })

  it('is reported if it has another list', async () => {
    const { inSql, inTypescript } = await compare(await deviate(service.db, name, `'${from}'`, `'${to}'`))
    expect(inSql).not.toEqual(inTypescript)
  })

  it('is put into the statement that calls it', async () => {
    const plan = await service.db.many<Record<string, string>>(
      new Sql(`explain verbose select 1 from orders where not ${name}(status)`, []),
    )
    const text = plan.flatMap((row) => Object.values(row)).join('\n')
    expect(text).toContain('<> ALL (')
    expect(text).not.toContain(name)
  })
})

it('finds the one sale of a listing by its index', async () => {
  const plan = await undo(service.db, async (tx) => {
    await tx.run(sql`set local enable_seqscan = off`)
    return tx.many<Record<string, string>>(sql`
      explain select id from orders where listing_id = 'lst_1' and exclusive and not is_reversed(status)`)
  })
  expect(plan.flatMap((row) => Object.values(row)).join('\n')).toContain('orders_one_sale')
})
