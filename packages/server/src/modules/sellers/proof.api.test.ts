// Proof of control with the nameserver of this machine: BIND where it is installed.
import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { startTestService } from '../../../test/harness.ts'
import { startInstalledNameServer } from '../../../test/installed-name-server.ts'
import { createSelling } from '../../../test/selling.ts'

const names = await startInstalledNameServer()
afterAll(() => names.close())
const service = await startTestService({ DNS_SERVERS: names.server })
const selling = createSelling(service)

it('finds the record among others that are long and many', async () => {
  const seller = await selling.newSeller()
  const domain = `proven-${randomUUID().slice(0, 8)}.com`
  const { json } = await selling.call(seller, 'POST', '/listings', { domain, price_cents: 100_000, currency: 'USD' })
  const { record } = json.verification
  const verify = async () => (await selling.call(seller, 'POST', `/listings/${json.listing_id}/verify`)).json
  expect(await verify()).toMatchObject({ status: 'pending_verification', verification: { last_result: 'missing' } })
  // Ten records of two parts each are more than fits into one UDP packet.
  const others = Array.from({ length: 10 }, (_, at) => `v=spf1 ${'include:mail.example '.repeat(15)}${at}`)
  await names.publish(record.name, ...others)
  expect(await verify()).toMatchObject({ verification: { last_result: 'mismatch' } })
  await names.publish(record.name, ...others, record.value)
  expect(await verify()).toMatchObject({ status: 'listed', verification: { method: 'dns', last_result: 'found' } })
})
