// The streaming import: both formats, every kind of bad line, any size, and what a broken stream leaves behind.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestResponse, type TestService } from '../../../test/harness.ts'
import { sql } from '../../db/sql.ts'
import { IMPORT_LINE_BYTES_MAX } from '../../kernel/limits.ts'
import { importListings } from './http.ts'

const CSV = 'text/csv'
const NDJSON = 'application/x-ndjson'
const CALL = { actor: 'test', requestId: 'req_test', method: 'POST', path: '/listings/import' }
const URL_PATH = '/api/operator/v1/listings/import?environment=sandbox'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})

function send(type: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<TestResponse> {
  return service.send({
    method: 'POST',
    url: URL_PATH,
    headers: { authorization: `Bearer ${service.operatorToken}`, 'content-type': type, ...headers },
    body,
  })
}
const lines = (response: TestResponse) =>
  response.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const find = async (domain: string) =>
  service.db.one<Record<string, unknown>>(
    sql`select * from listings where domain = ${domain} and status <> 'withdrawn'`,
  )
const json = (rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')

describe('CSV', () => {
  it('takes columns in any order and case, CRLF, a BOM, blank lines and blank cells', async () => {
    const response = await send(
      CSV,
      '\ufeffCurrency, PRICE_CENTS ,domain,categories,floor_price_cents,description\r\n\r\nUSD,1000,Csv-One.com,art|Real Estate;home,,"Hello, ""world"""\r\n\r\nEUR, 2000 , csv-two.com ,,1500,\r\n',
    )
    expect(response.json).toMatchObject({
      status: 'completed',
      lines: 2,
      created: 2,
      updated: 0,
      unchanged: 0,
      rejected: 0,
      rejections: [],
    })
    expect(await find('csv-one.com')).toMatchObject({
      priceCents: 1000,
      floorPriceCents: 1000,
      currency: 'USD',
      categories: ['art', 'real-estate', 'home'],
      description: 'Hello, "world"',
    })
    expect(await find('csv-two.com')).toMatchObject({
      priceCents: 2000,
      floorPriceCents: 1500,
      currency: 'EUR',
      categories: [],
      description: null,
    })
  })

  it('keeps line breaks inside quotes and goes on counting lines', async () => {
    const response = await send(
      CSV,
      'domain,price_cents,currency,description\ncsv-multi.com,1000,USD,"one\ntwo\r\nthree"\nbad domain,1,USD,\n',
    )
    expect(response.json).toMatchObject({ lines: 2, created: 1, rejected: 1 })
    expect(response.json.rejections[0]).toMatchObject({ line: 5, domain: 'bad domain' })
    expect(await find('csv-multi.com')).toMatchObject({ description: 'one\ntwo\r\nthree' })
  })

  it('refuses unknown columns, wrong prices and missing values line by line, and takes the rest', async () => {
    const bad = ['1,000', '10.50', '-5', '0', '1e3', '$5', '', '99999999999999999999', '٣']
    const text = [
      'domain,price_cents,currency',
      ...bad.map((price, index) => `csv-bad-${index}.com,"${price}",USD`),
      'csv-good.com,1000,USD',
      ',1000,USD',
      'csv-usd.com,1000,usd',
      'csv-none.com,1000',
    ].join('\n')
    const response = await send(CSV, text)
    expect(response.json).toMatchObject({ lines: bad.length + 4, created: 1, rejected: bad.length + 3 })
    expect(response.json.rejections.map(({ line }: { line: number }) => line)).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14,
    ])
    expect((await send(CSV, 'domain,price_cents,currency,colour\ncsv-col.com,1,USD,red\n')).json.rejections).toEqual([
      { line: 2, domain: 'csv-col.com', message: 'colour: unknown field' },
    ])
  })

  it('survives broken quoting, uneven rows, long records, NUL and bytes that are no UTF-8', async () => {
    const head = 'domain,price_cents,currency,description\n'
    for (const [body, rejected] of [
      [`${head}csv-q1.com,1,USD,"unclosed\n`, 1],
      [`${head}csv-q2.com,1,USD,a"b"c\ncsv-q3.com,1,USD,fine\n`, 1],
      [`${head}csv-q4.com,1,USD,x,too,many\ncsv-q5.com,1,USD,fine\n`, 1],
      [`${head}csv-q6.com,1,USD,${'x'.repeat(IMPORT_LINE_BYTES_MAX + 10)}\ncsv-q7.com,1,USD,fine\n`, 1],
      [`${head}csv-q8.com,1,USD,a\u0000b\n`, 1],
      [
        Buffer.concat([
          Buffer.from(`${head}csv-q9.com,1,USD,caf`),
          Buffer.from([0xe9]),
          Buffer.from('\ncsv-q10.com,1,USD,fine\n'),
        ]),
        1,
      ],
      [`${head}"csv-q11.com,1,USD,${'y'.repeat(60_000)}`, 1],
      ['domain\n', 0],
      ['', 0],
      ['\n\n\n', 0],
      [',,,\n1,2,3,4\n', 1],
      ['domain,domain\na.com,b.com\n', 2],
      [`${'h'.repeat(40_000)}\nx\n`, 2],
    ] as const) {
      const response = await send(CSV, body)
      expect([response.status, response.json.status]).toEqual([200, 'completed'])
      expect([String(body).slice(0, 80), response.json.rejected]).toEqual([String(body).slice(0, 80), rejected])
    }
    for (const name of ['csv-q3.com', 'csv-q5.com', 'csv-q7.com', 'csv-q10.com']) expect(await find(name)).toBeDefined()
  })
})

describe('NDJSON', () => {
  it('takes a BOM, CRLF, blank lines and a last line without an end', async () => {
    const response = await send(
      NDJSON,
      '\ufeff{"domain":"nd-one.com","price_cents":1,"currency":"USD"}\r\n\r\n  \n{"currency":"EUR","categories":["art"],"price_cents":2,"domain":"nd-zwei-ü.de","floor_price_cents":1,"description":"x"}',
    )
    expect(response.json).toMatchObject({ lines: 2, created: 2, rejected: 0 })
  })

  it('refuses what is no object, no JSON, no UTF-8, too long, of a wrong type or unstorable, and takes the rest', async () => {
    const good = '{"domain":"nd-good.com","price_cents":1,"currency":"USD"}'
    const bad = [
      '{',
      'null',
      '[]',
      '"x"',
      '12',
      '{"domain":"nd-x.com"}',
      '{"domain":1,"price_cents":1,"currency":"USD"}',
      '{"domain":"nd-x.com","price_cents":"1","currency":"USD"}',
      '{"domain":"nd-x.com","price_cents":1.5,"currency":"USD"}',
      '{"domain":"nd-x.com","price_cents":1,"currency":"USD","extra":1}',
      '{"__proto__":{"a":1},"domain":"nd-x.com","price_cents":1,"currency":"USD"}',
      '{"domain":"nd\\u0000x.com","price_cents":1,"currency":"USD"}',
      '{"domain":"nd\\ud800x.com","price_cents":1,"currency":"USD"}',
      '{"domain":"nd-x.com","price_cents":1,"currency":"USD","a\\u0000\\ud800":1}',
      `{"domain":"nd-x.com","price_cents":1,"currency":"USD","categories":["${'\u{1f511}'.repeat(20)}"]}`,
      '{"domain":"nd-x.com","price_cents":1,"currency":"USD","description":"a\\u0000b"}',
      '{"domain":"nd-x.com","price_cents":1e999,"currency":"USD"}',
      `{"domain":"nd-x.com","description":"${'x'.repeat(IMPORT_LINE_BYTES_MAX)}"}`,
      `${'['.repeat(8000)}${']'.repeat(8000)}`,
      `{"domain":"${'\u{1f511}'.repeat(200)}","price_cents":1,"currency":"USD"}`,
      `{"domain":"nd-x.com","${'k'.repeat(2000)}":1}`,
    ]
    const response = await send(
      NDJSON,
      Buffer.concat([Buffer.from(`${[...bad, good].join('\n')}\n`), Buffer.from([0x22, 0xff, 0x22, 0x0a])]),
    )
    expect(response.json).toMatchObject({
      status: 'completed',
      lines: bad.length + 2,
      created: 1,
      rejected: bad.length + 1,
    })
    expect(response.json.rejections.map(({ line }: { line: number }) => line)).toEqual([
      ...bad.map((_, index) => index + 1),
      bad.length + 2,
    ])
    expect((await service.operator('GET', `/listings/imports/${response.json.import_id}`)).json).toEqual(response.json)
  })
})

describe('what an import does to the inventory', () => {
  const row = (domain: string, price_cents: number, more: object = {}) => ({
    domain,
    price_cents,
    currency: 'USD',
    ...more,
  })

  it('creates, updates and leaves alone; a later line of the same file wins, whatever its spelling', async () => {
    const first = await send(
      NDJSON,
      json([row('again.com', 1), row('AGAIN.com.', 2), row('same.com', 5), row('again.com', 3)]),
    )
    expect(first.json).toMatchObject({ lines: 4, created: 2, updated: 2 })
    expect(await find('again.com')).toMatchObject({ priceCents: 3 })
    const second = await send(NDJSON, json([row('again.com', 3), row('same.com', 6)]))
    expect(second.json).toMatchObject({ created: 0, updated: 1, unchanged: 1 })
  })

  it('refuses sold names, keeps reservations, and lists a withdrawn name anew', async () => {
    await send(NDJSON, json([row('imp-sold.com', 1), row('imp-held.com', 1), row('imp-gone.com', 1)]))
    await service.db.run(sql`update listings set status = 'sold' where domain = 'imp-sold.com'`)
    await service.db.run(
      sql`update listings set reserved_by = 'quo_x', reserved_until = now() + interval '1 hour' where domain = 'imp-held.com'`,
    )
    await service.db.run(sql`update listings set status = 'withdrawn' where domain = 'imp-gone.com'`)
    const response = await send(NDJSON, json([row('imp-sold.com', 9), row('imp-held.com', 9), row('imp-gone.com', 9)]))
    expect(response.json).toMatchObject({ created: 1, updated: 1, rejected: 1 })
    expect(response.json.rejections).toEqual([{ line: 1, domain: 'imp-sold.com', message: 'the domain is sold' }])
    expect(await find('imp-sold.com')).toMatchObject({ priceCents: 1, status: 'sold' })
    expect(await find('imp-held.com')).toMatchObject({ priceCents: 9, reservedBy: 'quo_x' })
    expect(await find('imp-gone.com')).toMatchObject({ priceCents: 9, status: 'listed' })
  })

  it('goes to the environment that the query names, and .test names only to the sandbox', async () => {
    const url = (environment: string) => ({
      method: 'POST',
      url: `/api/operator/v1/listings/import?environment=${environment}`,
      headers: { authorization: `Bearer ${service.operatorToken}`, 'content-type': NDJSON },
      body: json([row('imp.test', 1), row('imp-env.com', 1)]),
    })
    expect((await service.send(url('live'))).json).toMatchObject({ environment: 'live', created: 1, rejected: 1 })
    expect((await service.send(url('sandbox'))).json).toMatchObject({ environment: 'sandbox', created: 2, rejected: 0 })
    expect((await service.send(url('nowhere'))).status).toBe(400)
  })

  it('reports a line for every line, in order, with the report as the last, to Accept: application/x-ndjson', async () => {
    const response = await send(
      NDJSON,
      json([row('line-1.com', 1), row('not a domain', 1), row('line-2.com', 1), row('line-1.com', 1)]),
      { accept: NDJSON },
    )
    expect(response.headers['content-type']).toBe(NDJSON)
    const all = lines(response)
    const byLine = all.slice(0, -1).sort((a, b) => a.line - b.line)
    expect(byLine.map(({ kind, line, domain, status }) => [kind, line, domain, status])).toEqual([
      ['line', 1, 'line-1.com', 'created'],
      ['line', 2, 'not a domain', 'rejected'],
      ['line', 3, 'line-2.com', 'created'],
      ['line', 4, 'line-1.com', 'unchanged'],
    ])
    expect(all.at(-1)).toMatchObject({
      kind: 'report',
      status: 'completed',
      lines: 4,
      created: 2,
      unchanged: 1,
      rejected: 1,
    })
  })

  it('keeps the first thousand refusals and counts them all', async () => {
    const response = await send(CSV, `domain,price_cents,currency\n${'bad name,1,USD\n'.repeat(1500)}`)
    expect([response.json.rejected, response.json.rejections.length]).toEqual([1500, 1000])
  })

  it('needs a type that it reads, in UTF-8 and not compressed', async () => {
    for (const [type, headers] of [
      ['application/json', {}],
      ['text/plain', {}],
      ['nonsense', {}],
      [CSV, { 'content-encoding': 'gzip' }],
      ['text/csv; charset=latin1', {}],
    ] as const)
      expect([type, (await send(type, 'x', headers)).status]).toEqual([type, 415])
    expect((await send('Text/CSV; charset=UTF-8', 'domain\n')).status).toBe(200)
  })
})

describe('size and failure', () => {
  it('imports 5,000 lines of a kilobyte without keeping them in memory', async () => {
    const lines = 5_000
    const description = 'words '.repeat(150)
    function* rows() {
      for (let count = 0; count < lines; count++)
        yield `${JSON.stringify({ domain: `bulk-${count}.com`, price_cents: count + 1, currency: 'USD', description })}\n`
    }
    const source = Readable.from(rows(), { objectMode: false })
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const used = () => {
      collectGarbage()
      return process.memoryUsage().heapUsed
    }
    const before = used()
    const kept: number[] = []
    let count = 0
    const run = importListings(service.deps, {
      environment: 'live',
      call: CALL,
      contentType: NDJSON,
      source: source as Readable,
    })
    let next = await run.next()
    for (; !next.done; next = await run.next()) if (++count % 1000 === 0) kept.push(used() - before)
    expect(next.value).toMatchObject({ lines, created: lines, rejected: 0 })
    // The file is 5 MB.
    expect(Math.max(...kept) / 1e6).toBeLessThan(2)
  }, 120_000)

  it('leaves a prefix and a failed report when the stream breaks', async () => {
    function* rows() {
      for (let count = 0; count < 2500; count++)
        yield Buffer.from(`{"domain":"broken-${count}.com","price_cents":1,"currency":"USD"}\n`)
      throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    }
    const run = importListings(service.deps, {
      environment: 'sandbox',
      call: CALL,
      contentType: NDJSON,
      source: Readable.from(rows()),
    })
    await expect(
      (async () => {
        for await (const _ of run);
      })(),
    ).rejects.toThrow('aborted')
    const report = await service.db.one(
      sql`select status, created, finished_at is not null as finished from listing_imports order by id desc limit 1`,
    )
    expect(report).toEqual({ status: 'failed', created: 2000, finished: true })
    const kept = await service.db.one(sql`select count(*) as n from listings where domain like 'broken-%'`)
    expect(kept).toEqual({ n: 2000 })
  })

  it('over a real connection: a client that goes away leaves a failed report, and the service goes on', async () => {
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = service.app.server.address() as AddressInfo
    for (const [type, head, line, accept] of [
      [NDJSON, '', (n: number) => `{"domain":"gone-nd-${n}.com","price_cents":1,"currency":"USD"}\n`, '*/*'],
      [CSV, 'domain,price_cents,currency\n', (n: number) => `gone-csv-${n}.com,1,USD\n`, '*/*'],
      [NDJSON, '', (n: number) => `{"domain":"gone-duplex-${n}.com","price_cents":1,"currency":"USD"}\n`, NDJSON],
    ] as const) {
      const before = service.logged.length
      await new Promise<void>((resolve) => {
        const request = http.request({
          port,
          host: '127.0.0.1',
          method: 'POST',
          path: URL_PATH,
          headers: { authorization: `Bearer ${service.operatorToken}`, 'content-type': type, accept },
        })
        request.on('error', () => {})
        request.on('close', () => resolve())
        request.write(head + Array.from({ length: 1500 }, (_, index) => line(index)).join(''))
        setTimeout(() => request.destroy(), 400)
      })
      const newest = () =>
        service.db.one<{ status: string }>(sql`select status from listing_imports order by id desc limit 1`)
      for (let tries = 0; tries < 100 && (await newest())?.status === 'running'; tries++)
        await new Promise((resolve) => setTimeout(resolve, 50))
      expect([accept, (await newest())?.status]).toEqual([accept, 'failed'])
      expect(service.logged.slice(before).filter((entry) => entry.includes('"level":50'))).toEqual([])
    }
    expect((await send(CSV, 'domain\n')).status).toBe(200)
  })
})

describe('a dry run', () => {
  const dryRun = (body: string, headers: Record<string, string> = {}) =>
    service.send({
      method: 'POST',
      url: `${URL_PATH}&dry_run=true`,
      headers: { authorization: `Bearer ${service.operatorToken}`, 'content-type': CSV, ...headers },
      body,
    })
  const HEAD = 'domain,price_cents,currency\n'

  it('reports what the import would do, and the import then does it', async () => {
    await send(CSV, `${HEAD}dry-same.com,1000,USD\ndry-old.com,1000,USD\ndry-sold.com,1000,USD\n`)
    await service.db.run(sql`update listings set status = 'sold' where domain = 'dry-sold.com'`)
    const file = `${HEAD}dry-new.com,1000,USD\ndry-same.com,1000,USD\ndry-old.com,2000,USD\ndry-sold.com,1,USD\nbad domain,1,USD\n`
    const counts = { lines: 5, created: 1, updated: 1, unchanged: 1, rejected: 2 }
    const preview = await dryRun(file)
    expect([preview.status, preview.json]).toMatchObject([200, { dry_run: true, status: 'completed', ...counts }])
    expect(preview.json.rejections).toMatchObject([{ domain: 'bad domain' }, { domain: 'dry-sold.com' }])
    expect(await find('dry-new.com')).toBeUndefined()
    expect(await find('dry-old.com')).toMatchObject({ priceCents: 1000 })
    const imported = await send(CSV, file)
    expect(imported.json).toMatchObject({ dry_run: false, ...counts, rejections: preview.json.rejections })
    expect((await dryRun(file)).json).toMatchObject({ created: 0, updated: 0, unchanged: 3, rejected: 2 })
  })

  it('counts a repeated domain as the import does', async () => {
    const file = `${HEAD}dry-twice.com,1000,USD\ndry-twice.com,1000,USD\ndry-twice.com,3000,USD\n`
    const counts = { created: 1, updated: 1, unchanged: 1 }
    expect((await dryRun(file)).json).toMatchObject(counts)
    expect((await send(CSV, file)).json).toMatchObject(counts)
  })

  it('stores no report and audits no import', async () => {
    const count = async () =>
      (await service.db.one<{ rows: number }>(sql`
        select (select count(*) from listing_imports) + (select count(*) from audit_log where route like 'listings.import.%') as rows`))!
        .rows
    const before = await count()
    const { json } = await dryRun(`${HEAD}dry-trace.com,1000,USD\n`)
    expect(await count()).toBe(before)
    const report = await service.operator('GET', `/listings/imports/${json.import_id}`)
    expect(report.status).toBe(404)
  })

  it('answers line by line, too', async () => {
    const response = await dryRun(`${HEAD}dry-line.com,1000,USD\n`, { accept: 'application/x-ndjson' })
    expect(lines(response)).toMatchObject([
      { kind: 'line', domain: 'dry-line.com', status: 'created' },
      { kind: 'report', dry_run: true, created: 1 },
    ])
    expect(await find('dry-line.com')).toBeUndefined()
  })
})
