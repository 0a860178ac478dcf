// The periodic check of the books; its result is a metric that somebody can be woken by.
import { type Database, sql } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { checkLedger } from './store/ledger-checks.ts'
import { type Finding, saveCheck } from './store/outcome.ts'

const EVERY_SECONDS = 300
/** The check reads every order there is. It may take a twentieth of the time: where it takes long, it runs less often. */
const REST_PER_WORK = 20

/** With the memory and the patience that a long past needs. It writes nothing, so it holds up no reader of events. */
const checkAtLeisure = (db: Database): Promise<Finding[]> =>
  db.tx(async (tx) => {
    await tx.run(sql`set local statement_timeout = 0`)
    await tx.run(sql`set local work_mem = '64MB'`)
    return checkLedger(tx)
  })

let restUntil = 0

export const auditJobs = [
  {
    name: 'ledger.check',
    everySeconds: EVERY_SECONDS,
    run: async (deps: Deps) => {
      const started = performance.now()
      if (started < restUntil) return
      const findings = await checkAtLeisure(deps.db)
      const ended = performance.now()
      restUntil = ended + Math.max(0, REST_PER_WORK * (ended - started) - EVERY_SECONDS * 1000)
      deps.metrics.ledgerFindings.set(findings.length)
      await saveCheck(deps.db, { at: deps.clock.now(), findings: findings.length })
      if (findings.length > 0) deps.log.error({ findings }, 'ledger check found violations')
    },
  },
]
