// The settlement run by hand: as one answer, or told line by line while it works.
import type { Db } from '../../db/sql.ts'
import { defineRoute } from '../../http/define-route.ts'
import { lineAnswer, NDJSON, wantsLines } from '../../http/ndjson.ts'
import { Strict, Type } from '../../http/schema.ts'
import { invalidField } from '../../kernel/errors.ts'
import { withPartnerNames } from '../partners/index.ts'
import { parseMonth } from './rules.ts'
import { auditSettlement } from './run-service.ts'
import { finishedBy, type Progress } from './service.ts'
import { OperatorSettlementView, operatorSettlementView } from './views.ts'

/** A run over thousands of partners tells how many there were and shows the first. */
const SHOWN_MAX = 100

function readPeriod(period: string | undefined): Date | null {
  const month = period === undefined ? null : parseMonth(period)
  if (period !== undefined && month === null) throw invalidField('period', 'must be a calendar month, such as 2026-01')
  return month
}

/** The start, each finished statement, and the sums at the end. A run that broke off has no last line. */
async function* storyOf(db: Db, period: string | null, progress: AsyncIterable<Progress>): AsyncGenerator<object> {
  let statements = 0
  let orders = 0
  for await (const one of progress) {
    if (one.kind === 'start') {
      yield one
      continue
    }
    statements += 1
    orders += one.settlement.ordersCount
    const [view] = await withPartnerNames(db, [one.settlement], operatorSettlementView)
    yield { kind: 'statement', ...view }
  }
  yield { kind: 'summary', period, settlements_count: statements, orders_count: orders }
}

const run = defineRoute({
  id: 'operator.settlements.run',
  area: 'operator',
  method: 'POST',
  path: '/settlements/run',
  summary: 'Close the statements of one period, or of every period that has ended.',
  description:
    'A period that has not ended on the clock of its partner is left alone. The run works in short transactions; it may be repeated, ' +
    'and after an interruption the next one goes on where it ended. `Accept: application/x-ndjson` tells it line by line: ' +
    '`{"kind":"start","due":…}` with how many accounts are due, `{"kind":"statement",…}` for each finished one, and ' +
    '`{"kind":"summary",…}`. Whoever stops reading stops the run.',
  body: Strict({ period: Type.Optional(Type.String({ description: 'A calendar month.', examples: ['2026-01'] })) }),
  bodyOptional: true,
  produces: [NDJSON],
  response: Strict({
    period: Type.Union([Type.String(), Type.Null()]),
    settlements_count: Type.Integer({ minimum: 0, description: 'Statements that this run finished.' }),
    orders_count: Type.Integer({ minimum: 0, description: 'Orders on them.' }),
    settlements: Type.Array(OperatorSettlementView, { description: `The first ${SHOWN_MAX} of them.` }),
  }),
  // Not one transaction but many short ones, each with the audit row of what it closed.
  handle: async ({ deps, db, caller, requestId, path, headers }, { body }) => {
    const period = body?.period ?? null
    const asked = { owner: null, month: readPeriod(body?.period), cut: false }
    const progress = auditSettlement(deps, { actor: caller.actor, requestId, method: 'POST', path }, asked)
    if (wantsLines(headers.accept)) return lineAnswer(storyOf(db, period, progress))
    const finished = await finishedBy(progress)
    return {
      period,
      settlements_count: finished.length,
      orders_count: finished.reduce((sum, { ordersCount }) => sum + ordersCount, 0),
      settlements: await withPartnerNames(db, finished.slice(0, SHOWN_MAX), operatorSettlementView),
    }
  },
})

export const runRoutes = [run]
