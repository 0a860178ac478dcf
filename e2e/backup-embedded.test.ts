// Runs the backup commands of the operating guide for the embedded database; the ledger, old keys and events hold as in backup.test.ts.
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { expectAllIsThere, fill, paste } from './faults/backups.ts'
import { cleanUp, newFolder, startService, usedFolder } from './process.ts'

afterAll(cleanUp)

it('the embedded database is restored from a copy of its folder', async () => {
  const service = await startService({ DATA_DIR: await usedFolder(), RATE_LIMITS: 'off' })
  const before = await fill(service)
  expect(await service.stop()).toMatchObject({ code: 0 })
  const folder = newFolder()
  await paste('stopped-service', folder, { DATA_DIR: service.dataDir })
  await expectAllIsThere(await startService({ DATA_DIR: path.join(folder, 'restored'), RATE_LIMITS: 'off' }), before)
})
