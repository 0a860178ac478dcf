// One settlement run over a database, in a process of its own, for the test that kills it.
import { openPostgres } from '../packages/server/dist/db/postgres.js'
import { runSettlement } from '../packages/server/dist/modules/settlement/index.js'
import { setBatchSize } from '../packages/server/dist/modules/settlement/service/size-batches.js'

setBatchSize(100)
const db = openPostgres({ url: process.argv[2], poolSize: 2 })
const clock = { now: () => new Date('2026-02-05T00:00:00.000Z') }
process.send('begins')
await runSettlement({ db, clock }, { owner: null, month: null, cut: false })
await db.close()
process.exit(0)
