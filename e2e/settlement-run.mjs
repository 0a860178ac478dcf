// One settlement run over a database, in a process of its own, for the test that kills it.
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import { setBatchSize } from '../packages/server/src/modules/settlement/batch-size.ts'
import { runSettlement } from '../packages/server/src/modules/settlement/index.ts'

setBatchSize(100)
const db = openPostgres({ url: process.argv[2], poolSize: 2 })
const clock = { now: () => new Date('2026-02-05T00:00:00.000Z') }
process.send('begins')
await runSettlement({ db, clock }, { owner: null, month: null, cut: false })
await db.close()
process.exit(0)
