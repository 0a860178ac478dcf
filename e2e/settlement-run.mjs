// `settlement-run.mjs URL [N]`: one settlement run over a database, in a process of its own. With N it kills itself with SIGKILL
// shortly after its Nth transaction began: by progress and not by time, so that a busy machine makes no difference.
import { openPostgres } from '../packages/server/dist/db/postgres.js'
import { runSettlement } from '../packages/server/dist/modules/settlement/index.js'
import { setBatchSize } from '../packages/server/dist/modules/settlement/service/size-batches.js'

const [url, last = 'never'] = process.argv.slice(2)
setBatchSize(100)
const db = openPostgres({ url, poolSize: 2 })
const clock = { now: () => new Date('2026-02-05T00:00:00.000Z') }
let begun = 0
const counted = {
  ...db,
  tx(...rest) {
    begun += 1
    if (begun === Number(last)) setTimeout(() => process.kill(process.pid, 'SIGKILL'), Math.random() * 10)
    return db.tx(...rest)
  },
}
await runSettlement({ db: counted, clock }, { owner: null, month: null, cut: false })
await db.close()
process.send(begun, () => process.exit(0))
