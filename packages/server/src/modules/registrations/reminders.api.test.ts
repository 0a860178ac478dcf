// Reminders to renew: a month, a week and a day before, for domains that were registered or renewed here.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { newPerson } from '../../../test/person.ts'
import { sql } from '../../db/sql.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { giveDomains } from '../domains/index.ts'
import { insertCommands } from './store/commands.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ DELIVERY: 'simulated' })
  await service.house()
})

const DAY = 86_400
const remind = () => service.background.runJobNow('registrations.remind_owners')

/** A person with a domain that expires in so many days. */
async function own(days: number, more: { wasRegisteredHere?: boolean } = {}) {
  const { userId, email } = await newPerson(service)
  const now = service.clock.now()
  const domain = `due-${randomUUID().slice(0, 13)}.com`
  await service.db.tx((tx) => giveDomains(tx, { accountId: userId, email: null }, [domain], now))
  await service.db.run(
    sql`update owned_domains set expires_at = ${addSeconds(now, days * DAY)} where domain = ${domain}`,
  )
  const command = {
    id: newId('registryCommand', now),
    ownerId: userId,
    domain,
    kind: 'register',
    params: { years: 1 },
  } as const
  if (more.wasRegisteredHere ?? true)
    await service.db.tx((tx) =>
      insertCommands(tx, [{ ...command, state: 'done', bulkId: null, purchaseId: null, priceCents: null }], now),
    )
  const mail = async (): Promise<string[]> =>
    (await service.operator('GET', `/mail?to=${email}&template=renewal_reminder`)).json.messages.map(
      ({ subject }: { subject: string }) => subject,
    )
  return { userId, domain, mail }
}

it('go out once a month, a week and a day before the domain expires', async () => {
  const { domain, mail } = await own(29)
  const counts: number[] = []
  for (const days of [0, 1, 21.5, 1, 5, 1]) {
    service.clock.advance(days * DAY)
    await remind()
    counts.push((await mail()).length)
  }
  expect(counts).toEqual([1, 1, 2, 2, 3, 3])
  expect((await mail())[0]).toContain(`${domain} expires`)
})

it('skip the stages that passed while no connector was there', async () => {
  const { mail } = await own(0.5)
  await remind()
  expect(await mail()).toHaveLength(1)
})

it('are one message for all domains of a person', async () => {
  const { userId, mail } = await own(20)
  await service.db.run(sql`
    insert into owned_domains select (jsonb_populate_record(o, jsonb_build_object('domain', 'two-' || o.domain))).*
    from owned_domains o where o.owner_id = ${userId}`)
  await service.db.run(sql`
    insert into registry_commands (id, owner_id, domain, kind, params, state, created_at, updated_at)
    select ${newId('registryCommand', service.clock.now())}, owner_id, 'two-' || domain, kind, params, state, now(), now()
    from registry_commands where owner_id = ${userId}`)
  await remind()
  expect(await mail()).toEqual(['2 of your domains expire soon'])
})

it.each<[string, (owned: Awaited<ReturnType<typeof own>>) => Promise<unknown>]>([
  [
    'auto-renew is off',
    ({ domain }) => service.db.run(sql`update owned_domains set auto_renew = false where domain = ${domain}`),
  ],
  [
    'a renewal is under way',
    ({ userId, domain }) =>
      service.db.run(sql`
        insert into registry_commands (id, owner_id, domain, kind, params, state, created_at, updated_at)
        values (${newId('registryCommand', service.clock.now())}, ${userId}, ${domain}, 'renew', '{}', 'needs_operator', now(), now())`),
  ],
  [
    'the domain expired',
    ({ domain }) => service.db.run(sql`update owned_domains set expires_at = '2020-01-01' where domain = ${domain}`),
  ],
])('do not go out when %s', async (_, change) => {
  const owned = await own(10)
  await change(owned)
  await remind()
  expect(await owned.mail()).toEqual([])
})

it('do not go out for domains at another registrar, or without a connector', async () => {
  const elsewhere = await own(10, { wasRegisteredHere: false })
  await remind()
  expect(await elsewhere.mail()).toEqual([])
  const { live } = service.deps.registrars
  const here = await own(10)
  service.deps.registrars.live = null
  try {
    await remind()
    expect(await here.mail()).toEqual([])
  } finally {
    service.deps.registrars.live = live
  }
})
