// SIGKILL of the service on the embedded database, under twenty buyers: nothing that was acknowledged is lost or doubled, and nothing is
// half done. KILL_ROUNDS_EMBEDDED lengthens it; `npm run prove -- faults` does.
import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openEmbedded } from '../packages/server/src/db/embedded.ts'
import { brokenPromises } from './faults/audit.ts'
import { expectAllSold, type Kill, makeNames, openReceiver, report, timeoutFor } from './faults/kill-rounds.ts'
import { type Acknowledged, amidPurchases, listNames, newWriters } from './faults/writers.ts'
import { cleanUp, newFolder, type Service, startService, usedFolder } from './process.ts'

afterAll(cleanUp)

const ROUNDS = Number(process.env.KILL_ROUNDS_EMBEDDED ?? 1)

it(
  'the service is killed in every round',
  async () => {
    const env = { DATA_DIR: await usedFolder(), RATE_LIMITS: 'off' }
    let service: Service | null = await startService(env)
    const receiver = await openReceiver(service)
    const credentials = service.credentials().partner
    const writers = newWriters()
    const kills: Kill[] = []
    const audit = async (when: string, directory: string, acknowledged: Acknowledged) => {
      const db = await openEmbedded({ directory })
      expect(await brokenPromises(db, acknowledged), when).toEqual([])
      await db.close()
    }
    const database = path.join(env.DATA_DIR, 'database')
    for (let round = 0; round < ROUNDS; round++) {
      await listNames(service, makeNames(round))
      const urls = () => (service ? [service.url] : [])
      const { buying, underWay } = await amidPurchases(writers, makeNames(round), { urls, credentials })
      await service.stop('SIGKILL')
      service = null
      // A copy is audited: whoever opens the folder itself would mend what the service is to mend at its start.
      const copy = newFolder()
      cpSync(database, copy, { recursive: true })
      const acknowledged = new Map(writers.acknowledged)
      service = await startService(env)
      kills.push({ underWay, readySeconds: service.readySeconds })
      await audit(`after kill ${round + 1}`, copy, acknowledged)
      rmSync(copy, { recursive: true })
      await buying
    }
    await expectAllSold(service, writers, receiver, ROUNDS)
    expect(await service.stop()).toMatchObject({ code: 0 })
    await audit('at the end', database, writers.acknowledged)
    report('embedded', writers, kills)
  },
  timeoutFor(ROUNDS),
)
