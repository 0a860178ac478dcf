// The feed of changes: who sees what, streams that resume without loss or repetition, limits and ends.
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ChangeStream, openChangeStream } from '../../../test/change-stream.ts'
import { disputeOrder } from '../../../test/disputed-order.ts'
import { buyDomain } from '../../../test/guest.ts'
import { databaseKind, type TestPartner } from '../../../test/harness.ts'
import { startListeningService } from '../../../test/listening.ts'
import { createOffering } from '../../../test/offering.ts'
import { newOperator, type TestOperator } from '../../../test/operators.ts'
import { join, newPerson, type Person } from '../../../test/person.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { createSales } from '../../../test/sales.ts'
import { openPostgres } from '../../db/postgres.ts'
import { sql } from '../../db/sql.ts'
import { CHANGE_STREAMS_PER_PERSON_MAX, CHANGES_BATCH_MAX, CHANGES_RESUME_SECONDS } from '../../kernel/limits.ts'
import type { Owner } from '../../kernel/owner.ts'
import { findHouse } from '../partners/index.ts'
import { emitEvents } from '../webhooks/index.ts'

const service = await startListeningService({ CONNECTIONS_PER_ADDRESS: '0' }, { background: true })
const sales = createSales(service)
const offering = createOffering(service)
const operator = await newOperator(service, 'viewer')
const CONSOLE = '/api/operator/v1/changes'
const PORTAL = '/api/portal/v1/changes'

type Place = { baseUrl: string }

async function follow(
  headers: Record<string, string>,
  path: string,
  { lastId, on = service }: { lastId?: string | null; on?: Place } = {},
): Promise<ChangeStream> {
  const stream = await openChangeStream(on.baseUrl + path, headers, lastId ?? undefined)
  onTestFinished(stream.close)
  // The first heartbeat says that nothing from here on is missed.
  if (stream.status === 200) await expect.poll(() => stream.lastId).not.toBeNull()
  return stream
}
/** From a page of the process that it watches. */
const watch = ({ headers }: TestOperator, options: Parameters<typeof follow>[2] = {}) =>
  follow({ ...headers, origin: (options.on ?? service).baseUrl }, CONSOLE, options)

/** The console also sees changes without a record, such as deliveries that the worker finished for another test. */
const orderIds = (stream: ChangeStream) => stream.ids().filter((id) => id !== null)

const portalHeaders = ({ headers }: Person, { partnerId }: { partnerId: string }) => ({
  ...headers,
  'x-partner-id': partnerId,
})

async function newMember(partner: TestPartner): Promise<Person> {
  const person = await newPerson(service)
  await join(service, partner.partnerId, person.userId, 'member')
  return person
}

const read = async (after?: string) =>
  (await operator.call('GET', after === undefined ? '/changes' : `/changes?after=${after}`)).json

const toOwner = ({ partnerId, environment }: TestPartner) => ({ partnerId, environment }) as Owner
const emit = (db: typeof service.db, partner: TestPartner, ids: readonly string[]) =>
  db.tx((tx) =>
    emitEvents(
      tx,
      toOwner(partner),
      ids.map((id) => ({ type: 'order.held', data: { order: { public_id: id } } })),
      service.clock.now(),
      service.clock.now(),
    ),
  )

describe('reading', () => {
  it('returns what changed after a cursor, once', async () => {
    const partner = await service.partner()
    const { cursor, changes, reset } = await read()
    expect([changes, reset]).toEqual([[], false])
    const id = await sales.sell(partner)
    const next = await read(cursor)
    expect(next.changes).toEqual([{ kind: 'order.created', id, partner_id: partner.partnerId, environment: 'sandbox' }])
    expect((await read(next.cursor)).changes).toEqual([])
    expect((await read(cursor)).changes).toEqual(next.changes)
    await sales.move(id, 'start_transfer')
    expect((await read(next.cursor)).changes).toMatchObject([{ kind: 'order.updated', id }])
  })

  it('notes what changes the queue besides orders and cases', async () => {
    const partner = await service.partner()
    const receiver = await startReceiver()
    onTestFinished(receiver.stop)
    const { cursor } = await read()
    const kinds = async () =>
      new Set(
        (await read(cursor)).changes.map(({ kind, partner_id: id }: Record<string, string>) => [kind, id].join(' ')),
      )
    await service.signed(partner, 'PUT', '/api/partner/webhooks', { url: receiver.url, secret: 'a secret of the shop' })
    expect(await kinds()).toEqual(new Set([`webhook_endpoint.updated ${partner.partnerId}`]))
    await sales.deliver(await sales.sell(partner))
    await expect.poll(kinds).toContain(`webhook_deliveries.updated ${partner.partnerId}`)
    await service.operator('POST', `/partners/${partner.partnerId}/approve`)
    expect(await kinds()).toContain(`partner.updated ${partner.partnerId}`)
    await sales.advance(partner, 40 * 86_400)
    await sales.run(partner)
    expect(await kinds()).toContain(`statement.updated ${partner.partnerId}`)
  })

  it('notes what operators alone see, for the marketplace where a record has no partner', async () => {
    await service.house()
    const house = await findHouse(service.db)
    const [seller, buyer] = [await newPerson(service), await newPerson(service)]
    const { domain, listingId } = await offering.list(seller)
    let { cursor } = await read()
    const expectChange = async (kind: string, id: string, partnerId = house) => {
      const batch = await read(cursor)
      expect(batch.changes).toContainEqual({ kind, id, partner_id: partnerId, environment: 'live' })
      cursor = batch.cursor
    }
    const offerId = await offering.made(buyer, domain)
    await expectChange('offer.updated', offerId)
    await offering.asBuyer(buyer, offerId, 'withdraw')
    await expectChange('offer.updated', offerId)
    const { orderId } = await buyDomain(service, { domain })
    await disputeOrder(service, orderId)
    const dispute = await service.db.one<{ id: string }>(sql`select id from disputes where order_id = ${orderId}`)
    await expectChange('dispute.updated', dispute!.id)
    const other = await offering.list(seller)
    await service.db.run(sql`
      insert into listing_withdrawals (listing_id, withdrawn_at, reason, detail) values (${other.listingId}, now(), 'expired', 'x')`)
    await expectChange('listing.updated', other.listingId)
    await service.operator('POST', `/sellers/${seller.userId}/freeze`, { reason: 'a test' })
    await expectChange('listing.updated', other.listingId)
    await service.db.run(sql`update listings set price_cents = price_cents + 1 where id = ${listingId}`)
    expect(JSON.stringify((await read(cursor)).changes)).not.toContain(listingId)
    const now = service.clock.now()
    await service.db.run(sql`
      insert into registry_commands (id, owner_id, domain, kind, params, state, created_at, updated_at)
      values ('rgc_noted', ${buyer.userId}, 'noted.com', 'set_lock', '{}', 'needs_operator', ${now}, ${now})`)
    await expectChange('registry_command.updated', 'rgc_noted')
    await service.db.run(sql`update registry_commands set state = 'failed' where id = 'rgc_noted'`)
    await expectChange('registry_command.updated', 'rgc_noted')
    await service.db.run(sql`
      insert into seller_payouts (id, seller_id, currency, amount_cents, status, destination_kind, destination_hint, requested_by, created_at)
      values ('spo_noted', ${seller.userId}, 'USD', 100, 'pending', 'manual', '00', 'seller', ${now})`)
    await expectChange('seller_payout.updated', 'spo_noted')
    await service.db.run(
      sql`update seller_payouts set status = 'failed', failed_at = ${now}, failure_reason = 'x' where id = 'spo_noted'`,
    )
    await expectChange('seller_payout.updated', 'spo_noted')
  })

  it('notes nothing where an update keeps the values, and a proof only when it is verified', async () => {
    await service.house()
    const [seller, buyer] = [await newPerson(service), await newPerson(service)]
    const { domain } = await offering.list(seller)
    const offerId = await offering.made(buyer, domain)
    const now = service.clock.now()
    await service.db.run(sql`
      insert into registry_commands (id, owner_id, domain, kind, params, state, created_at, updated_at)
      values ('rgc_kept', ${buyer.userId}, 'kept.com', 'set_lock', '{}', 'needs_operator', ${now}, ${now})`)
    await service.db.run(sql`
      insert into seller_payouts (id, seller_id, currency, amount_cents, status, destination_kind, destination_hint, requested_by, created_at)
      values ('spo_kept', ${seller.userId}, 'USD', 100, 'pending', 'manual', '00', 'seller', ${now})`)
    await service.db.run(sql`
      insert into disputes (id, provider, provider_ref, payment_id, partner_id, environment, amount_cents, currency, reason, status,
        opened_at, reported_at)
      values ('dsp_kept', 'sandbox', 'dsp_kept', 'none', ${await findHouse(service.db)}, 'live', 100, 'USD', 'fraudulent', 'needs_response', ${now}, ${now})`)
    const { cursor } = await read()
    await service.db.run(sql`
      insert into listing_proofs (listing_id, seller_id, domain, domain_unicode, price_cents, floor_price_cents, currency, categories,
        accepts_offers, auto_accept_offers, state, token, expires_at, created_at, updated_at)
      values ('lst_kept', ${seller.userId}, 'kept.com', 'kept.com', 100, 100, 'USD', '{}', true, false, 'pending', 't', ${now}, ${now}, ${now})`)
    await service.db.run(
      sql`update listing_proofs set state = state, checks = checks + 1 where listing_id = 'lst_kept'`,
    )
    await service.db.run(sql`update registry_commands set state = state where id = 'rgc_kept'`)
    await service.db.run(sql`update offers set status = status, amount_cents = amount_cents where id = ${offerId}`)
    await service.db.run(sql`
      update seller_payouts set status = status, transfer_state = transfer_state, bank_failed_at = bank_failed_at where id = 'spo_kept'`)
    await service.db.run(sql`
      update disputes set status = status, response = response, response_sent_at = response_sent_at,
        response_failures = response_failures where id = 'dsp_kept'`)
    const ids = ['lst_kept', 'rgc_kept', 'spo_kept', 'dsp_kept', offerId]
    const listKept = async () =>
      (await read(cursor)).changes.map(({ id }: { id: string }) => id).filter((id: string) => ids.includes(id))
    expect(await listKept()).toEqual([])
    await service.db.run(sql`update listing_proofs set state = 'verified' where listing_id = 'lst_kept'`)
    await service.db.run(
      sql`update seller_payouts set status = 'failed', failed_at = ${now}, failure_reason = 'x' where id = 'spo_kept'`,
    )
    await service.db.run(sql`update offers set amount_cents = amount_cents + 100 where id = ${offerId}`)
    await service.db.run(sql`update disputes set status = 'under_review' where id = 'dsp_kept'`)
    expect((await listKept()).sort()).toEqual(['dsp_kept', 'lst_kept', offerId, 'spo_kept'].sort())
    await service.db.run(sql`delete from disputes where id = 'dsp_kept'`)
  })

  it('notes a set of withdrawn listings without an ID, and a freeze of a seller without listings', async () => {
    await service.house()
    const house = await findHouse(service.db)
    const [many, one, none] = [await newPerson(service), await newPerson(service), await newPerson(service)]
    for (let n = 0; n < 3; n++) await offering.list(many)
    const { listingId } = await offering.list(one)
    const [unnamed, named, payouts] = [
      ['listing.updated', null],
      ['listing.updated', listingId],
      ['seller_payout.updated', null],
    ].map(([kind, id]) => ({ kind, id, partner_id: house, environment: 'live' }))
    const readFreeze = async (userId: string, action = 'freeze') => {
      const { cursor } = await read()
      const asked = action === 'freeze' ? { reason: 'a test' } : undefined
      expect((await service.operator('POST', `/sellers/${userId}/${action}`, asked)).status).toBe(200)
      return (await read(cursor)).changes as { kind: string; id: string | null }[]
    }
    const ofMany = (await readFreeze(many.userId)).filter(({ kind }) => kind === 'listing.updated')
    // The first of them has its ID, and all others are one change.
    expect(ofMany).toHaveLength(2)
    expect(ofMany).toContainEqual(unnamed)
    const ofOne = await readFreeze(one.userId)
    expect(ofOne).toContainEqual(named)
    expect(ofOne).not.toContainEqual(unnamed)
    await service.db.run(sql`
      insert into sellers (user_id, created_at) values (${none.userId}, ${service.clock.now()}) on conflict do nothing`)
    expect(await readFreeze(none.userId)).toContainEqual(payouts)
    expect(await readFreeze(none.userId, 'unfreeze')).toContainEqual(payouts)
  })

  it('asks for everything to be read again when there is too much, or the cursor is too old', async () => {
    const partner = await service.partner()
    const { cursor } = await read()
    const ids = Array.from({ length: CHANGES_BATCH_MAX + 1 }, (_, n) => `ord_${n}`)
    const part = CHANGES_BATCH_MAX / 2
    await emit(service.db, partner, ids.slice(0, part))
    const whole = await read(cursor)
    const isHere = ({ partner_id: id }: Record<string, string>) => id === partner.partnerId
    expect([whole.changes.filter(isHere).length, whole.reset]).toEqual([part, false])
    await emit(service.db, partner, ids.slice(part))
    expect(await read(cursor)).toMatchObject({ changes: [], reset: true })
    const [generation, seconds, snapshot] = cursor.split('.')
    const old = [generation, Number(seconds) - CHANGES_RESUME_SECONDS - 1, snapshot].join('.')
    expect(await read(old)).toMatchObject({ changes: [], reset: true })
    expect(await read([Number(generation) + 1, seconds, snapshot].join('.'))).toMatchObject({ reset: true })
  })

  it('gives a partner its own changes where many that only operators see came before', async () => {
    const partner = await service.partner()
    const member = await newMember(partner)
    const readOwn = async (query = '') =>
      (
        await member.call('GET', `/changes?environment=sandbox${query}`, undefined, {
          'x-partner-id': partner.partnerId,
        })
      ).json
    const { cursor } = await readOwn()
    await service.db.run(sql`
      insert into record_changes (generation, kind, record_id, partner_id, environment)
      select event_generation(), 'listing.updated', 'lst_hidden_' || n, ${partner.partnerId}, 'sandbox'
      from generate_series(1, ${CHANGES_BATCH_MAX + 1}::int) n`)
    const id = await sales.sell(partner)
    const batch = await readOwn(`&after=${encodeURIComponent(cursor)}`)
    expect([batch.reset, batch.changes.map((change: { id: string }) => change.id)]).toEqual([false, [id]])
  })

  it('resets only the streams of the partner that changed too much, and the console', async () => {
    const [busy, quiet] = [await service.partner(), await service.partner()]
    const [first, second] = [await newMember(busy), await newMember(quiet)]
    const streams = [
      await follow(portalHeaders(first, busy), `${PORTAL}?environment=sandbox`),
      await follow(portalHeaders(second, quiet), `${PORTAL}?environment=sandbox`),
      await watch(operator),
    ]
    const ids = Array.from({ length: CHANGES_BATCH_MAX + 1 }, (_, n) => `ord_${n}`)
    await emit(service.db, busy, ids)
    await expect.poll(() => [streams[0]!.resets, streams[2]!.resets]).toEqual([1, 1])
    const id = await sales.sell(quiet)
    await expect.poll(() => JSON.stringify(streams[1]!.changes)).toContain(id)
    expect(streams[1]!.resets).toBe(0)
  })

  it.each(['x', '1.2.3', '1.2.9:3:', "1.2.3:4:'"])('rejects %s as a cursor', async (cursor) => {
    const response = await operator.call('GET', `/changes?after=${encodeURIComponent(cursor)}`)
    expect([response.status, response.json.error.details[0].field]).toEqual([400, 'after'])
    const stream = await follow(operator.headers, CONSOLE, { lastId: cursor })
    expect([stream.status, stream.error?.error.code]).toEqual([400, 'validation_error'])
  })

  // The embedded database has one connection, so that its transactions cannot overlap.
  if (databaseKind === 'postgres')
    it('finds a transaction that began before the cursor and committed after it', async () => {
      const partner = await service.partner()
      const other = openPostgres({ url: service.url!, poolSize: 2 })
      onTestFinished(() => other.close())
      let between = ''
      await other.tx(async (tx) => {
        await emitEvents(
          tx,
          toOwner(partner),
          [{ type: 'order.held', data: { order: { public_id: 'ord_slow' } } }],
          service.clock.now(),
          service.clock.now(),
        )
        const { cursor } = await read()
        await emit(service.db, partner, ['ord_quick'])
        const seen = await read(cursor)
        // Unlike the event history, which waits for the slow transaction.
        expect(seen.changes).toMatchObject([{ id: 'ord_quick' }])
        between = seen.cursor
      })
      const rest = await read(between)
      expect(rest.changes).toMatchObject([{ id: 'ord_slow' }])
      expect((await read(rest.cursor)).changes).toEqual([])
    })
})

describe('rights', () => {
  it('shows operators the changes of all partners, and a team only its own in one environment', async () => {
    const mine = await service.partner({ environment: 'live' })
    const alsoMine = await service.credential(mine, 'sandbox')
    const theirs = await service.partner()
    const member = await newMember(mine)
    const all = await watch(operator)
    const live = await follow(portalHeaders(member, mine), `${PORTAL}?environment=live`)
    const sandbox = await follow(portalHeaders(member, mine), `${PORTAL}?environment=sandbox`)
    const [a, b, c] = [await sales.sell(mine), await sales.sell(alsoMine), await sales.sell(theirs)]
    await expect.poll(() => orderIds(all).sort()).toEqual([a, b, c].sort())
    await expect.poll(() => [live.ids(), sandbox.ids()]).toEqual([[a], [b]])
    const json = await member.call('GET', '/changes?environment=sandbox', undefined, { 'x-partner-id': mine.partnerId })
    expect(json.status).toBe(200)
  })

  it('is closed to anyone without a session, another team, and live without approval', async () => {
    const partner = await service.partner()
    const member = await newMember(partner)
    const stranger = await newPerson(service)
    const ask = async (headers: Record<string, string>, path: string) => {
      const { status, error } = await follow(headers, path)
      return [status, error?.error.code]
    }
    expect(await ask({}, CONSOLE)).toEqual([401, 'invalid_token'])
    expect(await ask(member.headers, CONSOLE)).toEqual([403, 'forbidden'])
    expect(await ask({}, `${PORTAL}?environment=sandbox`)).toEqual([401, 'invalid_token'])
    expect(await ask(portalHeaders(stranger, partner), `${PORTAL}?environment=sandbox`)).toEqual([403, 'forbidden'])
    expect(await ask(portalHeaders(member, partner), `${PORTAL}?environment=live`)).toEqual([403, 'forbidden'])
    expect(await ask(portalHeaders(member, partner), PORTAL)).toEqual([400, 'validation_error'])
    const crossSite = { ...operator.headers, origin: 'https://elsewhere.example' }
    expect(await ask(crossSite, CONSOLE)).toEqual([401, 'invalid_token'])
  })

  it('has JSON but no stream for tokens, which have no session', async () => {
    expect((await service.operator('GET', '/changes')).json).toMatchObject({ changes: [], reset: false })
    const stream = await follow({ authorization: `Bearer ${service.operatorToken}` }, CONSOLE)
    expect([stream.status, stream.error?.error.code]).toEqual([403, 'forbidden'])
  })

  it('ends the stream when the session, the role or the membership ends, and no other', async () => {
    const partner = await service.partner()
    const [leaver, viewer, member, stays] = [
      await newOperator(service, 'support'),
      await newOperator(service, 'viewer'),
      await newMember(partner),
      await newMember(partner),
    ]
    const path = `${PORTAL}?environment=sandbox`
    const streams = [
      await watch(leaver),
      await watch(viewer),
      await follow(portalHeaders(member, partner), path),
      await follow(portalHeaders(stays, partner), path),
    ]
    const ended = streams.map(() => false)
    streams.forEach((stream, index) => void stream.ended.then(() => (ended[index] = true)))
    await service.send({ method: 'POST', url: '/sign-out', headers: leaver.headers })
    await service.db.run(sql`update users set operator_role = null where id = ${viewer.userId}`)
    await service.db.run(sql`delete from partner_members where user_id = ${member.userId}`)
    await expect.poll(() => ended).toEqual([true, true, true, false])
    const id = await sales.sell(partner)
    await expect.poll(() => streams[3]!.ids()).toEqual([id])
    expect((await watch(leaver, { lastId: streams[0]!.lastId })).status).toBe(401)
  })
})

describe('a stream', () => {
  // How soon is measured by e2e/changes.test.ts; `npm run prove -- faults` allows a second.
  it('brings changes as they are made', async () => {
    const partner = await service.partner()
    const stream = await watch(operator)
    for (let round = 0; round < 3; round++) {
      const id = await sales.sell(partner)
      await expect.poll(() => stream.ids(), { interval: 20 }).toContain(id)
    }
  })

  it('is neither stored, compressed nor buffered on its way', async () => {
    const { headers } = await watch(operator)
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store, no-transform')
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(headers.get('content-encoding')).toBeNull()
  })

  it('resumes after a restart of the service, without loss or repetition', async () => {
    const partner = await service.partner()
    const earlier = await startListeningService({}, { on: service })
    const first = await watch(operator, { on: earlier })
    const ids = [await sales.sell(partner), await sales.sell(partner)]
    await expect.poll(() => orderIds(first)).toEqual(ids)
    ids.push(await sales.sell(partner))
    // It ends the stream, perhaps before the last change.
    await earlier.app.close()
    await first.ended
    ids.push(await sales.sell(partner))
    const second = await watch(operator, { lastId: first.lastId })
    ids.push(await sales.sell(partner))
    await expect.poll(() => [...orderIds(first), ...orderIds(second)]).toEqual(ids)
    const third = await watch(operator, { lastId: second.lastId })
    ids.push(await sales.sell(partner))
    await expect.poll(() => orderIds(third)).toEqual(ids.slice(-1))
    expect([first.resets, second.resets, third.resets]).toEqual([0, 0, 0])
  })

  it('has no gap and no repetition while many write and clients come and go', async () => {
    const partner = await service.partner()
    const wanted = Array.from({ length: 60 }, (_, n) => `ord_${String(n).padStart(3, '0')}`)
    const steady = await watch(operator)
    let returning = await watch(operator)
    const seen: (string | null)[] = []
    const writing = Promise.all(
      [0, 1, 2, 3].map(async (lane) => {
        for (const id of wanted.filter((_, n) => n % 4 === lane)) {
          await emit(service.db, partner, [id])
          await new Promise((resolve) => setTimeout(resolve, 30))
        }
      }),
    )
    for (let round = 0; round < 4; round++) {
      await new Promise((resolve) => setTimeout(resolve, 120))
      returning.close()
      await returning.ended
      seen.push(...returning.ids())
      returning = await watch(operator, { lastId: returning.lastId })
    }
    await writing
    // Deliveries of earlier tests may still be under way, and operators see them too.
    const sortWanted = (ids: readonly (string | null)[]) =>
      ids.filter((id) => id !== null && wanted.includes(id)).sort()
    await expect.poll(() => sortWanted(steady.ids())).toEqual(wanted)
    await expect.poll(() => sortWanted([...seen, ...returning.ids()])).toEqual(wanted)
  })

  it('is written to the audit log and the metrics once, as the time until it opened', async () => {
    const watcher = await newOperator(service, 'admin')
    const stream = await watch(watcher)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    stream.close()
    const findLine = () => service.logged.find((one) => one.includes(watcher.email) && one.includes('open_ms'))
    await expect.poll(findLine).toBeDefined()
    const { ms, open_ms: openMs } = JSON.parse(findLine()!) as { ms: number; open_ms: number }
    expect(openMs).toBeGreaterThan(1400)
    expect(ms).toBeLessThan(openMs)
    const { audit } = (await service.operator('GET', `/audit?actor=user:${watcher.email}&route=operator.changes.list`))
      .json
    expect(audit).toHaveLength(1)
    const metrics = await service.deps.metrics.scrape()
    expect(metrics).toMatch(/freehold_http_request_seconds_count\{route="operator.changes.list",status="200"\} \d+/)
  })

  it('is not opened by HEAD', async () => {
    const headers = { ...operator.headers, accept: 'text/event-stream' }
    const response = await fetch(service.baseUrl + CONSOLE, { method: 'HEAD', headers })
    expect([response.status, await response.text()]).toEqual([200, ''])
    const countOpen = async () => {
      const { values } = await service.deps.metrics.changeStreams.get()
      return values.reduce((sum, { value }) => sum + value, 0)
    }
    await expect.poll(countOpen).toBe(0)
  })
})

describe('limits', () => {
  it('allows a person so many streams, and another one when one is closed', async () => {
    const watcher = await newOperator(service, 'viewer')
    const streams: ChangeStream[] = []
    for (let n = 0; n < CHANGE_STREAMS_PER_PERSON_MAX; n++) streams.push(await watch(watcher))
    const refused = await watch(watcher)
    expect([refused.status, refused.error?.error.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '30',
    ])
    expect((await watch(operator)).status).toBe(200)
    streams[0]!.close()
    await expect.poll(async () => (await watch(watcher)).status).toBe(200)
  })

  it('does not keep a stopping service', async () => {
    const stopping = await startListeningService({}, { on: service })
    const streams = [await watch(operator, { on: stopping }), await watch(operator, { on: stopping })]
    expect(streams.map(({ status }) => status)).toEqual([200, 200])
    const begun = performance.now()
    await stopping.app.close()
    await Promise.all(streams.map(({ ended }) => ended))
    // A stream does not end by itself.
    expect(performance.now() - begun).toBeLessThan(60_000)
  })

  it('deletes noted changes after an hour', async () => {
    await service.db.run(sql`
      insert into record_changes (generation, kind, record_id, partner_id, environment, noted_at)
      values (1, 'payout.updated', 'pay_old', 'ptn_1', 'live', now() - interval '61 minutes')`)
    await service.background.runJobNow('changes.purge')
    const left = await service.db.many(sql`select record_id from record_changes where record_id = 'pay_old'`)
    expect(left).toEqual([])
  })
})
