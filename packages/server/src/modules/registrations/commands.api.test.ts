// Changes of people's domains at the registry: pending, done or failed in the report of the bulk run, and never sent twice.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestResponse, type TestService } from '../../../test/harness.ts'
import { newPerson } from '../../../test/person.ts'
import { until } from '../../../test/receiver.ts'
import { sql } from '../../db/sql.ts'
import { giveDomains } from '../domains/index.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ DELIVERY: 'simulated' }, { background: true })
})

async function owner(...names: string[]) {
  const person = await newPerson(service)
  await service.db.tx((tx) => giveDomains(tx, { accountId: person.userId, email: null }, names, service.clock.now()))
  const send = (method: string, url: string, body?: object): Promise<TestResponse> =>
    service.send({
      method,
      url,
      headers: { ...person.headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const bulk = async (op: string, params: object, domains = names) =>
    (await send('POST', `/api/domains/bulk/${op}`, { domains, params })).json
  const report = async (id: string) => (await send('GET', `/api/account/bulk-runs/${id}`)).json
  const list = async () => (await send('GET', '/api/domains')).json.domains
  /** The queue runs on the database's clock. */
  const ended = async (id: string) => {
    await until('the registry has answered', async () => {
      await service.db.run(
        sql`update registry_commands set next_attempt_at = now() where bulk_id = ${id} and lease is null and state = 'queued'`,
      )
      return (await report(id)).pending === 0
    })
    return report(id)
  }
  return { person, names, send, bulk, report, list, ended }
}

const freshName = (start = 'cmd') => `${start}-${randomUUID().slice(0, 13)}.com`

const listReceived = async (domain: string): Promise<[string, string][]> =>
  (
    await service.db.many<{ command: string; outcome: string }>(sql`
      select command, outcome from simulated_commands where scope = 'accounts' and name = ${domain} order by id`)
  ).map(({ command, outcome }) => [command, outcome])

describe('a bulk operation with a connector', () => {
  it.each([
    ['set_nameservers', { nameservers: ['ns1.example.net', 'ns2.example.net'] }, {}],
    ['set_lock', { locked: false }, { locked: false }],
    ['set_privacy', { enabled: false }, { privacy: false }],
  ])('%s is pending until the registry has done it', async (op, params, expected) => {
    const { names, bulk, ended, list } = await owner(freshName(), freshName())
    const run = await bulk(op, params, [...names, 'not-mine.com'])
    expect(run).toMatchObject({ total: 3, succeeded: 2, failed: 1 })
    expect(run.results.map(({ progress }: TestResponse['json']) => progress)).toEqual(['pending', 'pending', 'failed'])
    const report = await ended(run.bulk_id)
    expect(report).toMatchObject({ op, total: 3, succeeded: 2, failed: 1, pending: 0 })
    expect(report.results.map(({ progress, error }: TestResponse['json']) => [progress, error])).toEqual([
      ['done', null],
      ['done', null],
    ])
    for (const domain of await list()) expect(domain).toMatchObject('nameservers' in params ? params : expected)
  })

  it('changes nothing here when the registry refuses, and says why', async () => {
    const { bulk, ended, list } = await owner(freshName('sim-refused'))
    const { bulk_id: id } = await bulk('set_lock', { locked: false })
    const report = await ended(id)
    expect(report).toMatchObject({ succeeded: 0, failed: 1 })
    expect(report.results[0]).toMatchObject({ progress: 'failed', error: expect.stringContaining('status') })
    expect((await list())[0].locked).toBe(true)
  })

  it('says that a domain at another registrar cannot be changed here', async () => {
    const { bulk, ended } = await owner(freshName('elsewhere'))
    const { bulk_id: id } = await bulk('set_lock', { locked: false })
    expect((await ended(id)).results[0].error).toContain('Change it at its registrar')
  })

  it.each([
    ['sim-lost-answer', [['update', 'done']]],
    [
      'sim-lost-request',
      [
        ['update', 'lost'],
        ['update', 'done'],
      ],
    ],
    [
      'sim-busy',
      [
        ['update', 'failed'],
        ['update', 'done'],
      ],
    ],
  ])('asks before it sends again: %s', async (start, received) => {
    const { names, bulk, ended } = await owner(freshName(start))
    const { bulk_id: id } = await bulk('set_lock', { locked: false })
    expect((await ended(id)).results[0].progress).toBe('done')
    expect(await listReceived(names[0]!)).toEqual(received)
  })

  it('carries out the changes of one domain in their order', async () => {
    const { bulk, ended, list } = await owner(freshName())
    const runs = []
    for (const locked of [false, true, false, true]) runs.push((await bulk('set_lock', { locked })).bulk_id)
    for (const id of runs) await ended(id)
    expect((await list())[0].locked).toBe(true)
  })

  it('hides the report from everybody else', async () => {
    const one = await owner(freshName())
    const two = await owner(freshName())
    const { bulk_id: id } = await one.bulk('set_lock', { locked: false })
    for (const url of [`/api/account/bulk-runs/${id}`, '/api/account/bulk-runs/nothing'])
      expect((await two.send('GET', url)).status).toBe(404)
  })
})

describe('operators', () => {
  async function stuck() {
    const { names, bulk, ended, list } = await owner(freshName('sim-busy'))
    const { bulk_id: id } = await bulk('set_lock', { locked: false })
    await until('the first attempt failed', async () => (await listReceived(names[0]!)).length === 1)
    await until('it waits', async () => {
      await service.db.run(sql`
        update registry_commands set state = 'needs_operator' where bulk_id = ${id} and lease is null and state = 'queued'`)
      const { json } = await service.operator('GET', '/registry-commands?state=needs_operator')
      return json.registry_commands.some(({ domain }: TestResponse['json']) => domain === names[0])
    })
    const { json } = await service.operator('GET', '/registry-commands?state=needs_operator')
    const { command_id: commandId } = json.registry_commands.find(
      ({ domain }: TestResponse['json']) => domain === names[0],
    )
    const act = (action: string, body?: object) =>
      service.operator('POST', `/registry-commands/${commandId}/${action}`, body)
    return { id, commandId, domain: names[0]!, act, ended, list }
  }
  const listQueued = async (): Promise<TestResponse['json'][]> =>
    (await service.operator('GET', '/queue/registry_commands')).json.items

  it('see each command, and retry one', async () => {
    const { id, commandId, act, ended } = await stuck()
    const { json } = await service.operator('GET', `/registry-commands/${commandId}`)
    expect(json).toMatchObject({
      user_email: expect.stringContaining('@'),
      requested: { years: null, nameservers: null, locked: false, privacy: null },
      steps: [{ step: 'set_lock', outcome: 'failed' }],
    })
    expect(json.command.actions.map(({ action }: TestResponse['json']) => action)).toEqual(['retry', 'confirm', 'fail'])
    expect((await act('retry')).json.command.state).toBe('queued')
    expect((await ended(id)).results[0].progress).toBe('done')
    expect((await act('retry')).status).toBe(409)
  })

  it('have them in the queue, and find them by domain and ID', async () => {
    await service.house()
    const { commandId, domain, act } = await stuck()
    expect((await listQueued()).find(({ id }) => id === commandId)).toMatchObject({
      title: domain,
      status: 'set_lock',
      environment: 'live',
      amount_cents: null,
    })
    const { json } = await service.operator('GET', '/queue?environment=sandbox')
    expect(json.registry_commands).toEqual({ count: 0, items: [] })
    for (const q of [commandId, domain]) {
      const found = await service.operator('GET', `/search?q=${q}`)
      expect(found.json.results).toMatchObject([{ kind: 'registry_command', id: commandId, title: domain }])
    }
    const listed = await service.operator('GET', `/registry-commands?domain=${domain.toUpperCase()}`)
    expect(listed.json.registry_commands.map(({ command_id }: TestResponse['json']) => command_id)).toEqual([commandId])
    await act('fail')
    expect((await listQueued()).some(({ id }) => id === commandId)).toBe(false)
  })

  it('list commands oldest first page by page, and download the same rows as CSV', async () => {
    const { bulk, person, ended } = await owner(freshName(), freshName(), freshName())
    await ended((await bulk('set_lock', { locked: false })).bulk_id)
    const read = async (query: string) => {
      const ids: string[] = []
      for (let cursor = ''; ; ) {
        const { json } = await service.operator('GET', `/registry-commands?${query}${cursor}`)
        ids.push(...json.registry_commands.map((command: TestResponse['json']) => command.command_id))
        if (!json.has_more) return ids
        cursor = `&cursor=${json.next_cursor}`
      }
    }
    const newest = await read('limit=2')
    expect(newest.length).toBeGreaterThanOrEqual(3)
    expect(await read('limit=2&sort=created_asc')).toEqual([...newest].reverse())
    const { status, text } = await service.send({
      method: 'GET',
      url: '/api/operator/v1/registry-commands?sort=created_asc',
      headers: { authorization: `Bearer ${service.operatorToken}`, accept: 'text/csv' },
    })
    const [head, ...lines] = text.trimEnd().split('\r\n')
    expect([status, lines.map((line) => line.split(',')[0])]).toEqual([200, [...newest].reverse()])
    expect(head?.split(',')).toEqual(expect.arrayContaining(['command_id', 'domain', 'state', 'created_at']))
    expect(text).toContain(person.userId)
  })

  it('take over a command, and nothing is sent for it until they decide', async () => {
    const { bulk, names, ended } = await owner(freshName('sim-busy'))
    const { bulk_id: id } = await bulk('set_lock', { locked: false })
    await until('the first attempt failed', async () => (await listReceived(names[0]!)).length === 1)
    const { json } = await service.operator('GET', `/registry-commands?domain=${names[0]}`)
    const path = `/registry-commands/${json.registry_commands[0].command_id}`
    await until('the service waits to try again', async () => {
      const { command } = (await service.operator('GET', path)).json
      return command.last_error !== null
    })
    expect((await service.operator('POST', `${path}/take_over`)).json.command).toMatchObject({
      state: 'needs_operator',
    })
    expect((await service.operator('POST', `${path}/take_over`)).status).toBe(409)
    await service.db.run(sql`update registry_commands set next_attempt_at = now() where bulk_id = ${id}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await listReceived(names[0]!)).toHaveLength(1)
    expect((await service.operator('POST', `${path}/retry`)).json.command).toMatchObject({ state: 'queued' })
    expect((await ended(id)).results[0].progress).toBe('done')
  })

  it('cannot decide about a command while it is on its way', async () => {
    const { commandId, act } = await stuck()
    const at = service.clock.now()
    await service.db.run(sql`
      update registry_command_steps set outcome = 'sent', sent_at = ${at} where command_id = ${commandId}`)
    for (const action of ['confirm', 'fail']) {
      const { status, json } = await act(action)
      expect([status, json.error.message]).toEqual([409, expect.stringContaining('Try again in a minute')])
    }
    await service.db.run(sql`
      update registry_command_steps set sent_at = sent_at - interval '2 minutes' where command_id = ${commandId}`)
    expect((await act('confirm')).status).toBe(200)
  })

  it('confirm one, or end it', async () => {
    const done = await stuck()
    expect((await done.act('confirm')).json.command.state).toBe('done')
    expect((await done.list())[0].locked).toBe(false)
    const failed = await stuck()
    expect((await failed.act('fail', { note: 'The registry does not allow it.' })).json.command.state).toBe('failed')
    expect((await failed.list())[0].locked).toBe(true)
    expect((await failed.ended(failed.id)).results[0].error).toBe('The registry does not allow it.')
  })
})
