// The periodic check of the books; its result is a metric that somebody can be woken by.
import type { Deps } from '../../deps.ts'
import { checkLedger } from './checks.ts'

export const ledgerJobs = [
  {
    name: 'ledger.check',
    everySeconds: 300,
    run: async (deps: Deps) => {
      const findings = await checkLedger(deps.db)
      deps.metrics.ledgerFindings.set(findings.length)
      if (findings.length > 0) deps.log.error({ findings }, 'the books do not hold')
    },
  },
]
