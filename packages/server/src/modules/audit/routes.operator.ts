// The books, checked on demand.
import { defineRoute } from '../../http/define-route.ts'
import { isoTime, Named, Strict, Timestamp, Type } from '../../http/schema.ts'
import { checkLedger, LEDGER_CHECKS } from './store/ledger-checks.ts'

const check = defineRoute({
  id: 'operator.ledger.check',
  area: 'operator',
  method: 'GET',
  path: '/ledger/check',
  summary: 'Check the ledger',
  description: 'Checks every ledger invariant now. Any finding needs investigation.',
  returns: 'The result of every check.',
  response: Named('LedgerCheck', {
    ok: Type.Boolean(),
    checked_at: Timestamp(),
    invariants: Type.Array(Strict({ name: Type.String(), promise: Type.String(), ok: Type.Boolean() })),
    findings: Type.Array(
      Strict({
        invariant: Type.String(),
        environment: Type.String(),
        subject: Type.String(),
        currency: Type.String(),
        expected: Type.Integer(),
        found: Type.Integer(),
      }),
      { description: 'Violations, at most 20 per invariant.' },
    ),
  }),
  handle: async ({ db, now }) => {
    const findings = await checkLedger(db)
    const broken = new Set(findings.map(({ invariant }) => invariant))
    return {
      ok: findings.length === 0,
      checked_at: isoTime(now),
      invariants: LEDGER_CHECKS.map(({ name, promise }) => ({ name, promise, ok: !broken.has(name) })),
      findings,
    }
  },
})

export const operatorRoutes = [check]
