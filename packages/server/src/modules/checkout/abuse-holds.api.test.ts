// Nobody keeps a domain from others without paying for it: how long a payment holds a domain, how many it may hold, who wins.
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { newPerson } from '../../../test/person.ts'
import { GOOD_CARD, openShop, V1 } from '../../../test/shop.ts'
import { type Db, sql } from '../../db/sql.ts'
import type { PaymentProvider } from '../../integrations/payments/provider.ts'

const CHALLENGE_CARD = '4000002500003155'
const DECLINED_CARD = '4000000000000002'
const HOLD_SECONDS = 180
const DAY = 86_400

let service: TestService
let shop: ReturnType<typeof openShop>
let partner: TestPartner
let other: TestPartner
let sandbox: (db: Db) => PaymentProvider
beforeAll(async () => {
  service = await startTestService({ TRUST_PROXY: '1' })
  shop = openShop(service)
  partner = await service.partner()
  other = await service.partner()
  await service.house()
  sandbox = service.deps.payments.sandbox
})
afterEach(() => {
  service.deps.payments.sandbox = sandbox
})

let networks = 0
const newAddress = () => `198.51.${100 + Math.floor(++networks / 250)}.${1 + (networks % 250)}`

type Session = Awaited<ReturnType<typeof shop.session>>

/** Opens the page and sends its form, from an address of the buyer's own. */
async function pay(session: Session, from: string, card = CHALLENGE_CARD, headers: Record<string, string> = {}) {
  const form = shop.formToken(await shop.open(session.checkout_url))
  const fields = { form, email: 'ada@example.com', ...shop.cardFields(card) }
  return shop.post(session.checkout_url, fields, { 'x-forwarded-for': from, ...headers })
}
const confirm = (session: Session, answer: 'yes' | 'no' = 'yes') =>
  shop.step(session.checkout_url, 'confirm', { answer })

const findHolder = async (domain: string): Promise<string | null> => {
  const row = await service.db.one<{ reservedBy: string | null; reservedUntil: Date | null }>(
    sql`select reserved_by, reserved_until from listings where domain = ${domain} and status = 'listed'`,
  )
  return row?.reservedUntil && row.reservedUntil > service.clock.now() ? row.reservedBy : null
}
const countHeld = async (sessions: Session[]) => {
  const holders = await Promise.all(sessions.map(({ domain }) => findHolder(domain)))
  return holders.filter((holder, index) => holder === sessions[index]!.session_id).length
}
const charges = (session: Session) =>
  service.db.many<{ status: string }>(
    sql`select status from sandbox_charges where payment_id like ${`${session.session_id}.%`} order by payment_id`,
  )
const quote = (who: TestPartner, domain: string) => service.signed(who, 'POST', `${V1}/quotes`, { domain })
const sessionsFor = (domains: string[], who = partner) =>
  Promise.all(domains.map((domain) => shop.session(who, domain)))
const freshNames = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await shop.freshName({ price_cents: 9_000_000 })).domain))

describe('the challenge card on the most expensive domains', () => {
  it('holds three of them for one address, in whatever order they come, and the rest stay free', async () => {
    const from = newAddress()
    const sessions = await sessionsFor(await freshNames(8))
    await Promise.all(sessions.map((session) => pay(session, from)))
    expect(await countHeld(sessions)).toBe(3)
    for (const { session_id } of sessions) expect((await shop.show(partner, session_id)).status).toBe('processing')
    const free = []
    for (const { domain } of sessions) if ((await findHolder(domain)) === null) free.push(domain)
    expect(free).toHaveLength(5)
    for (const domain of free) expect((await quote(other, domain)).status).toBe(201)
  })

  it('counts every address of an IPv6 network as one', async () => {
    const network = `2001:db8:${(++networks).toString(16)}:1`
    const sessions = await sessionsFor(await freshNames(6))
    await Promise.all(sessions.map((session, index) => pay(session, `${network}::${index + 1}`)))
    expect(await countHeld(sessions)).toBe(3)
  })

  it('holds three of them for one account, from however many addresses', async () => {
    const { headers } = await newPerson(service)
    const sessions = await sessionsFor(await freshNames(5))
    await Promise.all(sessions.map((session) => pay(session, newAddress(), CHALLENGE_CARD, headers)))
    expect(await countHeld(sessions)).toBe(3)
  })

  it('holds again once an earlier hold has ended', async () => {
    const from = newAddress()
    const sessions = await sessionsFor(await freshNames(4))
    for (const session of sessions) await pay(session, from)
    expect(await countHeld(sessions)).toBe(3)
    await confirm(sessions[0]!, 'no')
    await confirm(sessions[3]!, 'no')
    await pay(sessions[3]!, from)
    expect(await countHeld(sessions)).toBe(3)
    expect(await findHolder(sessions[3]!.domain)).toBe(sessions[3]!.session_id)
  })

  it('stores neither the address nor anything that shows it', async () => {
    const from = newAddress()
    await pay(await shop.session(partner), from)
    const rows = JSON.stringify(await service.db.many(sql`select * from payment_holds`))
    expect(rows).not.toContain(from)
  })
})

describe('a hold', () => {
  it('ends after three minutes, and the payment may still be completed while nobody else took the domain', async () => {
    const [left, finished] = await sessionsFor(await freshNames(2))
    for (const session of [left!, finished!]) await pay(session, newAddress())
    const shown = await shop.show(partner, left!.session_id)
    expect((Date.parse(shown.held_until) - service.clock.now().getTime()) / 1000).toBeGreaterThan(HOLD_SECONDS - 30)
    expect((await quote(other, left!.domain)).json.error.reason).toBe('domain_reserved')
    service.clock.advance(HOLD_SECONDS + 1)
    expect((await shop.show(partner, left!.session_id)).held_until).toBeNull()
    expect((await shop.open(left!.checkout_url)).text).toContain('This domain is no longer held for you.')
    expect((await quote(other, left!.domain)).status).toBe(201)
    await confirm(finished!)
    expect((await shop.show(partner, finished!.session_id)).status).toBe('completed')
    await confirm(left!)
    expect(await shop.show(partner, left!.session_id)).toMatchObject({ status: 'open', last_payment_error: 'refunded' })
    await service.background.runJobNow('checkout.send_refunds')
    expect(await charges(left!)).toEqual([{ status: 'refunded' }])
    await shop.booksHold()
  })

  it('is taken three times in a day by one address on one domain, and not again until the day is over', async () => {
    const [domain] = await freshNames(1)
    const from = newAddress()
    const held: boolean[] = []
    for (let round = 0; round < 6; round++) {
      const session = await shop.session(partner, domain)
      await pay(session, from)
      held.push((await findHolder(domain!)) === session.session_id)
      service.clock.advance(HOLD_SECONDS + 1)
    }
    expect(held).toEqual([true, true, true, false, false, false])
    service.clock.advance(DAY)
    const session = await shop.session(partner, domain)
    await pay(session, from)
    expect(await findHolder(domain!)).toBe(session.session_id)
  })

  it('is not taken any more after ten unpaid ones on one domain, from however many addresses; paying still works', async () => {
    const [domain] = await freshNames(1)
    let session: Session | undefined
    for (let round = 0; round < 11; round++) {
      session = await shop.session(partner, domain)
      await pay(session, newAddress())
      expect((await findHolder(domain!)) === session.session_id).toBe(round < 10)
      if (round < 10) service.clock.advance(HOLD_SECONDS + 1)
    }
    expect((await shop.open(session!.checkout_url)).text).toContain('The first completed payment gets it.')
    await confirm(session!)
    expect((await shop.show(partner, session!.session_id)).status).toBe('completed')
  })

  it('keeps the agreed price; a payment that lost its hold is refunded when the price has changed', async () => {
    const listing = await shop.freshName()
    const session = await shop.session(partner, listing.domain)
    await pay(session, newAddress())
    await service.operator('PATCH', `/listings/${listing.listing_id}`, { price_cents: 999_900 })
    service.clock.advance(HOLD_SECONDS + 1)
    await confirm(session)
    expect(await shop.show(partner, session.session_id)).toMatchObject({
      status: 'open',
      last_payment_error: 'refunded',
    })
    await shop.booksHold()
  })

  it('ages with the sandbox clock of its partner, and only with that one', async () => {
    const [own, foreign] = [await service.partner(), await service.partner()]
    const [mine, theirs] = [await shop.session(own), await shop.session(foreign)]
    for (const session of [mine, theirs]) await pay(session, newAddress())
    await service.signed(own, 'POST', `${V1}/sandbox/clock/advance`, { seconds: HOLD_SECONDS })
    expect((await shop.show(own, mine.session_id)).held_until).toBeNull()
    expect((await shop.show(foreign, theirs.session_id)).held_until).not.toBeNull()
    expect((await quote(other, mine.domain)).status).toBe(201)
    expect((await shop.show(own, mine.session_id)).status).toBe('processing')
  })
})

describe('the first completed payment', () => {
  it('wins over a pending challenge; the loser is not charged and reads why', async () => {
    const [domain] = await freshNames(1)
    const [waiting, rival] = [await shop.session(partner, domain), await shop.session(other, domain)]
    await pay(waiting, newAddress())
    const bought = await pay(rival, newAddress(), GOOD_CARD)
    expect(bought.headers.location).toContain('shop.example')
    expect((await shop.show(other, rival.session_id)).status).toBe('completed')
    expect(await charges(waiting)).toEqual([{ status: 'cancelled' }])
    expect((await shop.show(partner, waiting.session_id)).status).toBe('unavailable')
    await confirm(waiting)
    const page = await shop.open(waiting.checkout_url)
    expect([page.status, page.text.includes('Someone else bought this domain first.')]).toEqual([410, true])
    expect(await charges(waiting)).toEqual([{ status: 'cancelled' }])
    await shop.booksHold()
  })

  it('refunds a loser whose bank said yes at the same moment', async () => {
    const [domain] = await freshNames(1)
    const [waiting, rival] = [await shop.session(partner, domain), await shop.session(other, domain)]
    await pay(waiting, newAddress())
    service.deps.payments.sandbox = (db) => ({
      ...sandbox(db),
      confirm: async (ref, approved) => {
        const result = await sandbox(db).confirm(ref, approved)
        await pay(rival, newAddress(), GOOD_CARD)
        return result
      },
    })
    await confirm(waiting)
    expect(await shop.show(partner, waiting.session_id)).toMatchObject({
      status: 'unavailable',
      last_payment_error: 'refunded',
    })
    await service.background.runJobNow('checkout.send_refunds')
    expect(await charges(waiting)).toEqual([{ status: 'refunded' }])
    expect((await shop.show(other, rival.session_id)).status).toBe('completed')
    await shop.booksHold()
  })

  it('ends the challenge of a buyer whose domain a partner sold after the hold', async () => {
    const waiting = await shop.session(partner)
    await pay(waiting, newAddress())
    service.clock.advance(HOLD_SECONDS + 1)
    const sale = { domain: waiting.domain, expected_price: 100_000, currency: 'USD', external_payment_ref: 'r' }
    const headers = { 'idempotency-key': waiting.session_id }
    expect((await service.signed(other, 'POST', `${V1}/orders`, sale, { headers })).status).toBe(201)
    await service.background.runJobNow('checkout.finish_payments')
    expect(await charges(waiting)).toEqual([{ status: 'cancelled' }])
    expect((await shop.show(partner, waiting.session_id)).status).toBe('unavailable')
  })

  it('is not begun while another card is at the processor', async () => {
    const [domain] = await freshNames(1)
    const [first, second] = [await shop.session(partner, domain), await shop.session(other, domain)]
    let created = 0
    service.deps.payments.sandbox = (db) => ({
      ...sandbox(db),
      start: async (charge) => {
        service.deps.payments.sandbox = sandbox
        created = (await shop.createSession(other, domain!)).status
        await pay(second, newAddress(), GOOD_CARD)
        return sandbox(db).start(charge)
      },
    })
    await pay(first, newAddress(), GOOD_CARD)
    expect(created).toBe(409)
    expect(await shop.show(partner, first.session_id)).toMatchObject({ status: 'completed' })
    expect(await charges(second)).toEqual([])
  })

  it('never breaks the quote of another partner, not even one beneath the hold of its own checkout', async () => {
    const [domain] = await freshNames(1)
    const own = await shop.session(partner, domain)
    const rival = await shop.session(other, domain)
    const quoted = await quote(partner, domain!)
    await pay(own, newAddress())
    await pay(rival, newAddress(), GOOD_CARD)
    expect(await shop.show(other, rival.session_id)).toMatchObject({
      status: 'open',
      last_payment_error: 'name_reserved',
    })
    expect((await shop.createSession(other, domain!)).json.error.reason).toBe('domain_reserved')
    service.clock.advance(HOLD_SECONDS + 1)
    expect((await quote(other, domain!)).json.error.reason).toBe('domain_reserved')
    await service.background.runJobNow('checkout.end_holds')
    expect(await findHolder(domain!)).toBe(quoted.json.quote_id)
    const sale = { quote_id: quoted.json.quote_id, external_payment_ref: 'r' }
    const headers = { 'idempotency-key': own.session_id }
    expect((await service.signed(partner, 'POST', `${V1}/orders`, sale, { headers })).status).toBe(201)
    await shop.booksHold()
  })
})

describe('a pending challenge', () => {
  it('does not keep others from opening a session, or from paying', async () => {
    const [domain] = await freshNames(1)
    const waiting = await shop.session(partner, domain)
    await pay(waiting, newAddress())
    const rival = await shop.createSession(other, domain!)
    expect(rival.status).toBe(201)
    await pay(rival.json, newAddress(), GOOD_CARD)
    expect((await shop.show(other, rival.json.session_id)).status).toBe('completed')
  })

  it('gets its hold back when the newcomer is declined, for the rest of its three minutes', async () => {
    const [domain] = await freshNames(1)
    const [waiting, newcomer] = [await shop.session(partner, domain), await shop.session(other, domain)]
    await pay(waiting, newAddress())
    const before = (await shop.show(partner, waiting.session_id)).held_until
    await pay(newcomer, newAddress(), DECLINED_CARD)
    expect(await findHolder(domain!)).toBe(waiting.session_id)
    expect((await shop.show(partner, waiting.session_id)).held_until).toBe(before)
    await pay(newcomer, newAddress())
    expect(await findHolder(domain!)).toBe(newcomer.session_id)
    service.clock.advance(HOLD_SECONDS - 10)
    await confirm(newcomer, 'no')
    expect(await findHolder(domain!)).toBe(waiting.session_id)
    service.clock.advance(11)
    expect(await findHolder(domain!)).toBeNull()
    await shop.booksHold()
  })
})

describe('many buyers at once', () => {
  const ROUNDS = Number(process.env.ABUSE_ROUNDS ?? 3)

  it(`sell a domain once in each of ${ROUNDS} rounds, and every other buyer who was charged gets the money back`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [domain] = await freshNames(1)
      const sessions = await Promise.all(
        Array.from({ length: 12 }, (_, index) => shop.session(index % 2 ? partner : other, domain)),
      )
      const addresses = Array.from({ length: 4 }, newAddress)
      await Promise.all(
        sessions.map(async (session, index) => {
          await pay(session, addresses[index % 4]!, index % 6 === 5 ? GOOD_CARD : CHALLENGE_CARD)
          await confirm(session)
        }),
      )
      await Promise.all([
        service.background.runJobNow('checkout.finish_payments'),
        service.background.runJobNow('checkout.send_refunds'),
      ])
      await service.background.runJobNow('checkout.send_refunds')
      const sold = await service.db.many(
        sql`select id from orders where domain = ${domain} and status not in ('REFUNDED', 'CANCELLED')`,
      )
      const paid = await service.db.many<{ status: string }>(sql`
        select c.status from sandbox_charges c join payments p on p.id = c.payment_id
          join checkout_sessions s on s.id = p.session_id
        where s.domain = ${domain} and c.status in ('paid', 'refunded', 'requires_action')`)
      expect([sold.length, paid.filter(({ status }) => status === 'paid').length]).toEqual([1, 1])
      expect(paid.filter(({ status }) => status === 'requires_action')).toEqual([])
      await shop.booksHold()
    }
  })

  it('whose banks all say yes at the same moment: one order, and eleven refunds', async () => {
    const [domain] = await freshNames(1)
    const sessions = await Promise.all(
      Array.from({ length: 12 }, (_, index) => shop.session(index % 2 ? partner : other, domain)),
    )
    for (const session of sessions) await pay(session, newAddress())
    let answered = 0
    let release = () => {}
    const everybody = new Promise<void>((resolve) => {
      release = resolve
    })
    service.deps.payments.sandbox = (db) => ({
      ...sandbox(db),
      confirm: async (ref, approved) => {
        const result = await sandbox(db).confirm(ref, approved)
        if (++answered === sessions.length) release()
        await everybody
        return result
      },
    })
    await Promise.all(sessions.map((session) => confirm(session)))
    await service.background.runJobNow('checkout.send_refunds')
    const ends = (await Promise.all(sessions.map(charges))).flat().map(({ status }) => status)
    expect(ends.sort()).toEqual(['paid', ...Array.from({ length: 11 }, () => 'refunded')])
    const shown = await Promise.all(
      sessions.map(({ session_id }, index) => shop.show(index % 2 ? partner : other, session_id)),
    )
    expect(shown.filter(({ status }) => status === 'completed')).toHaveLength(1)
    expect(shown.filter(({ last_payment_error }) => last_payment_error === 'refunded')).toHaveLength(11)
    await shop.booksHold()
  })

  it('hold no more domains for an address than its cap, claimed in parallel', async () => {
    const addresses = [newAddress(), newAddress()]
    const sessions = await sessionsFor(await freshNames(16))
    await Promise.all(sessions.map((session, index) => pay(session, addresses[index % 2]!)))
    expect(await countHeld(sessions)).toBe(6)
  })
})

it('forgets holds after two days', async () => {
  await pay(await shop.session(partner), newAddress())
  service.clock.advance(2 * DAY + 1)
  await service.background.runJobNow('checkout.purge_holds')
  expect(await service.db.many(sql`select payment_id from payment_holds`)).toEqual([])
})
