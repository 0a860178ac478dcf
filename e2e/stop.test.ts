// How the service ends when it is asked: it finishes what is open, and starts again with all that it acknowledged. stop-more.test.ts has
// the same on PostgreSQL, and a service that is killed.
import { afterAll, expect, it } from 'vitest'
import { expectDrained } from './faults/draining.ts'
import { cleanUp, startService, usedFolder } from './process.ts'

afterAll(cleanUp)

it('npm start finishes the open request on SIGTERM, and starts again with all that it acknowledged', async () => {
  const DATA_DIR = await usedFolder()
  await expectDrained(await startService({ DATA_DIR }, ['npm', 'start']))
  const next = await startService({ DATA_DIR }, ['npm', 'start'])
  const listed = await next.sdk().get('/api/partner/v1/availability', { domain: 'drained-one.test' })
  expect(listed).toMatchObject({ available: true })
  // Nothing is under way: it does not wait for the whole of its time to drain, after which it would end with 1.
  expect(await next.stop()).toMatchObject({ code: 0, signal: null })
})
