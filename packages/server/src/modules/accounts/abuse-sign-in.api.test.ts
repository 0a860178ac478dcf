// Attacks on sign-in: more guesses by other spellings of one address, and guesses that keep the owner out.
import { beforeAll, describe, expect, it } from 'vitest'
import { withoutChallenge } from '../../../test/factors.ts'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { readLink, readMail } from '../../../test/mailbox.ts'
import { type Account, newAccount } from '../../../test/oauth.ts'
import { sql } from '../../db/sql.ts'
import { newId } from '../../kernel/ids.ts'

/** Guesses for an account in an hour, and the tenth that one network or one browser may use. Few: each costs a password hash. */
const ACCOUNT = 30
const SHARE = 3

let service: TestService
beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'on', RATE_SIGN_IN_ACCOUNT: String(ACCOUNT) })
})

let hosts = 0
/** Another network each time. */
const elsewhere = () => `198.51.${Math.floor(hosts / 250)}.${(hosts++ % 250) + 1}`

async function post(path: string, fields: Record<string, string>, remoteAddress: string, cookie = '') {
  const { statusCode, headers, body } = await service.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(cookie ? { cookie } : {}) },
    payload: new URLSearchParams(fields).toString(),
    remoteAddress,
  })
  const cookies = [headers['set-cookie'] ?? []].flat().map((line) => line.split(';', 1)[0]!)
  return { status: statusCode, device: cookies.find((one) => one.startsWith('freehold_device=')) ?? '', body }
}
const guess = (email: string, from: string, cookie = '') =>
  post('/sign-in', { email, password: 'a wrong password' }, from, cookie)
const signIn = (account: Account, from: string, cookie = '') => post('/sign-in', account, from, cookie)

/** Guesses from more networks than an account's guesses last for. */
async function exhaust(email: string): Promise<void> {
  for (let round = 0; round < ACCOUNT / SHARE + 2; round++) {
    const from = elsewhere()
    await Promise.all(Array.from({ length: SHARE }, () => guess(email, from)))
  }
}

describe('spellings of one address', () => {
  it('share one limit: neither case nor İ nor a Unicode domain gives more guesses', async () => {
    const account = await newAccount(service)
    const [local, domain] = account.email.split('@') as [string, string]
    const spellings = [
      account.email,
      account.email.toUpperCase(),
      ` ${account.email} `,
      account.email.replaceAll('i', 'İ'),
      `${local}@${domain.replaceAll('i', 'İ')}`,
      `${local}@${domain.replaceAll('.', '。')}`,
      `${local}@${domain.replaceAll('m', 'ｍ')}`,
    ]
    let judged = 0
    // One guess from each of 60 networks, so that only the limit of the account counts.
    for (let round = 0; round < 6; round++) {
      const responses = await Promise.all(
        Array.from({ length: 10 }, (_, index) => guess(spellings[(round * 10 + index) % 3]!, elsewhere())),
      )
      judged += responses.filter(({ status }) => status === 401).length
    }
    expect(judged).toBeGreaterThanOrEqual(ACCOUNT)
    expect(judged).toBeLessThanOrEqual(ACCOUNT + 2)
    for (const spelling of spellings) {
      const { status } = await guess(spelling, elsewhere())
      // Text that is not the address of any account may be refused as such; it never opens this one.
      expect([401, 429]).toContain(status)
      expect((await signIn({ ...account, email: spelling }, elsewhere())).status).not.toBe(303)
    }
    for (const same of [spellings[0]!, spellings[1]!, spellings[2]!, spellings[6]!])
      expect([same, (await guess(same, elsewhere())).status]).toEqual([same, 429])
  })

  it('lead to one account, which is stored in one spelling', async () => {
    const password = 'a password of some length'
    expect((await post('/sign-up', { email: ' Ada@MÜNCHEN.example', password }, elsewhere())).status).toBe(303)
    expect((await post('/sign-up', { email: 'ada@xn--mnchen-3ya.example', password }, elsewhere())).status).toBe(303)
    const rows = await service.db.many(sql`select email from users where email like 'ada@%'`)
    expect(rows).toEqual([{ email: 'ada@xn--mnchen-3ya.example' }])
    for (const email of ['ada@münchen.example', 'ADA@xn--MNCHEN-3ya.EXAMPLE'])
      expect((await signIn({ email, password }, elsewhere())).status).toBe(303)
    const partner = await service.partner()
    const path = `/partners/${partner.partnerId}/members`
    const invitation = await service.operator('POST', path, { email: 'Ada@münchen.example' })
    expect(invitation.json.email).toBe('ada@xn--mnchen-3ya.example')
  })

  it('of accounts from before are normalized by a job, where no other account has the address', async () => {
    const old = [
      ['usr_old1', 'Old@Mail.example'],
      ['usr_old2', 'old@bücher.example'],
      ['usr_old3', 'old@xn--bcher-kva.example'],
      ['usr_old4', 'Eva@bücher.example'],
    ]
    for (const [id, email] of old)
      await service.db.run(sql`
        insert into users (id, email, password_hash, created_at, updated_at)
        values (${id}, ${email}, 'x', now(), now())`)
    for (let run = 0; run < 2; run++) await service.background.runJobNow('accounts.normalize_emails')
    const rows = await service.db.many<{ email: string }>(
      sql`select email from users where id like 'usr_old%' order by id`,
    )
    expect(rows.map(({ email }) => email)).toEqual([
      'old@mail.example',
      'old@bücher.example',
      'old@xn--bcher-kva.example',
      'eva@xn--bcher-kva.example',
    ])
  })

  it('of text that is not an address cost a password check and no query', async () => {
    const { db } = service.deps
    const one = db.one
    const asked: string[] = []
    ;(db as { one: typeof one }).one = (statement) => {
      asked.push(statement.text)
      return one(statement)
    }
    try {
      const response = await guess('nobody at all', elsewhere())
      expect(response.status).toBe(401)
      expect(response.body).toContain('The email address or password is incorrect.')
    } finally {
      ;(db as { one: typeof one }).one = one
    }
    expect(asked.filter((text) => text.includes('from users'))).toEqual([])
  })
})

describe('wrong guesses', () => {
  it('of one network do not lock out the owner on another', async () => {
    const account = await newAccount(service)
    const attacker = elsewhere()
    for (let round = 0; round < 3; round++)
      await Promise.all(Array.from({ length: 20 }, () => guess(account.email, attacker)))
    expect((await guess(account.email, attacker)).status).toBe(429)
    expect((await signIn(account, elsewhere())).status).toBe(303)
  })

  it('of one network are a tenth of an account’s guesses', async () => {
    const account = await newAccount(service)
    const attacker = elsewhere()
    let judged = 0
    // The limit of the network alone is emptied by hand: minutes pass.
    for (let minute = 0; minute < 5; minute++) {
      await service.db.run(sql`delete from rate_buckets where bucket = ${`sign_in:${attacker}`}`)
      const responses = await Promise.all(Array.from({ length: 10 }, () => guess(account.email, attacker)))
      judged += responses.filter(({ status }) => status === 401).length
    }
    expect(judged).toBeLessThanOrEqual(SHARE + 1)
  })

  it('of many networks do not lock out the browser that the owner signed in with', async () => {
    const account = await newAccount(service)
    const { device } = await signIn(account, elsewhere())
    expect(device).not.toBe('')
    await exhaust(account.email)
    expect((await signIn(account, elsewhere())).status).toBe(429)
    expect((await signIn(account, elsewhere(), device)).status).toBe(303)
    // Nor on a network where a stranger uses up the guesses.
    const shared = elsewhere()
    await Promise.all(Array.from({ length: 20 }, () => guess('someone@mail.example', shared)))
    expect((await signIn(account, shared)).status).toBe(429)
    expect((await signIn(account, shared, device)).status).toBe(303)
  })

  it('are not needed to be stopped: the right password in a known browser is limited by the minute', async () => {
    const account = await newAccount(service)
    const { device } = await signIn(account, elsewhere())
    const statuses: number[] = []
    for (let round = 0; round < 12; round++) statuses.push((await signIn(account, elsewhere(), device)).status)
    expect(statuses.slice(0, 9)).toEqual(Array(9).fill(303))
    expect(statuses.at(-1)).toBe(429)
  })

  it('with a stolen device cookie are a tenth of the account’s, and none for another account', async () => {
    const [account, other] = [await newAccount(service), await newAccount(service)]
    const { device } = await signIn(account, elsewhere())
    const judged = async (email: string, cookie: string, from: () => string) => {
      const responses = await Promise.all(Array.from({ length: 40 }, () => guess(email, from(), cookie)))
      return responses.filter(({ status }) => status === 401).length
    }
    expect(await judged(account.email, device, elsewhere)).toBeLessThanOrEqual(SHARE + 1)
    // For another account it is like no cookie at all: the network's limit holds.
    const from = elsewhere()
    expect(await judged(other.email, device, () => from)).toBeLessThanOrEqual(SHARE + 1)
    const forged = device.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))
    expect(await judged(account.email, forged, () => from)).toBeLessThanOrEqual(1)
  })

  it('with a device cookie from before the password was reset are those of any stranger', async () => {
    const account = await newAccount(service)
    const { device } = await signIn(account, elsewhere())
    expect((await post('/forgot-password', { email: account.email }, elsewhere())).status).toBe(200)
    const path = await readLink(service, account.email, 'reset_password')
    const password = 'the password of the owner'
    expect((await post(path, { new_password: password }, elsewhere())).status).toBe(303)
    const renewed = await signIn({ ...account, password }, elsewhere())
    const countWarnings = async () =>
      (await readMail(service, account.email)).filter(({ template }) => template === 'new_device').length
    const warned = await countWarnings()
    // Whoever has the old cookie is no known browser, neither to the limits nor to the owner.
    const shared = elsewhere()
    await Promise.all(Array.from({ length: 20 }, () => guess('someone@mail.example', shared)))
    expect((await guess(account.email, shared, device)).status).toBe(429)
    expect((await guess(account.email, shared, renewed.device)).status).toBe(401)
    expect((await signIn({ ...account, password }, elsewhere(), device)).status).toBe(303)
    expect(await countWarnings()).toBe(warned + 1)
    expect((await signIn({ ...account, password }, elsewhere(), renewed.device)).status).toBe(303)
    expect(await countWarnings()).toBe(warned + 1)
  })

  it('with a device cookie of an account that had the address before are those of any stranger', async () => {
    const account = await newAccount(service)
    const { device } = await signIn(account, elsewhere())
    const moved = sql`update users set email = ${`moved-${account.email}`} where id = ${account.userId}`
    await service.db.run(moved)
    // The next owner of the address, with the same password hash.
    await service.db.run(sql`
      insert into users (id, email, password_hash, created_at, updated_at)
      select ${newId('user', new Date())}, ${account.email}, password_hash, now(), now() from users where id = ${account.userId}`)
    const shared = elsewhere()
    await Promise.all(Array.from({ length: 20 }, () => guess('someone@mail.example', shared)))
    expect((await guess(account.email, shared, device)).status).toBe(429)
  })

  it('cost the same queries for known and unknown addresses, unless the browser signed in with the address', async () => {
    const account = await newAccount(service)
    const [own, others] = [await signIn(account, elsewhere()), await signIn(await newAccount(service), elsewhere())]
    const { db } = service.deps
    const { one } = db
    const countReads = async (email: string, cookie: string) => {
      let reads = 0
      ;(db as { one: typeof one }).one = (statement) => {
        if (statement.text.includes('from users')) reads++
        return one(statement)
      }
      try {
        await guess(email, elsewhere(), cookie)
        return reads
      } finally {
        ;(db as { one: typeof one }).one = one
      }
    }
    for (const cookie of ['', others.device, own.device.replace(/\.[0-9a-f]{64}\./, `.${'0'.repeat(64)}.`)])
      for (const email of [account.email, 'nobody-at-all@mail.example']) expect(await countReads(email, cookie)).toBe(1)
    expect(await countReads('nobody-at-all@mail.example', own.device)).toBe(1)
    expect(await countReads(account.email, own.device)).toBe(2)
  })

  it('do not count against whoever knows the password', async () => {
    const account = await newAccount(service)
    for (let round = 0; round < 15; round++) expect((await signIn(account, elsewhere())).status).toBe(303)
    const key = sql`select tokens from rate_buckets where bucket like 'sign_in_account:%' order by at desc limit 1`
    expect((await service.db.one<{ tokens: number }>(key))!.tokens).toBe(ACCOUNT)
  })

  it('are limited alike for an address that nobody has', async () => {
    await exhaust('nobody-here@mail.example')
    const account = await newAccount(service)
    await exhaust(account.email)
    const [unknown, known] = [
      await guess('nobody-here@mail.example', elsewhere()),
      await guess(account.email, elsewhere()),
    ]
    expect([unknown.status, known.status]).toEqual([429, 429])
    // The form keeps the typed email address; everything else is the same.
    const plain = ({ body }: typeof known, email: string) =>
      withoutChallenge(body)
        .replace(email, '')
        .replace(/in \d+ seconds/, '')
    expect(unknown.body).toContain('name="email" value="nobody-here@mail.example"')
    expect(plain(unknown, 'nobody-here@mail.example')).toBe(plain(known, account.email))
  })

  it('on the developers’ page count as sign-ins, and sign-ins there know the browser', async () => {
    const account = await newAccount(service)
    await exhaust(account.email)
    const start = (password: string, cookie = '') =>
      post('/developers/start', { company: 'Company', email: account.email, password }, elsewhere(), cookie)
    expect((await start('a wrong password')).status).toBe(429)
    const known = await newAccount(service)
    const started = await post('/developers/start', { company: 'Company', ...known }, elsewhere())
    expect([started.status, started.device === '']).toEqual([201, false])
  })

  it('of strangers do not keep the owner from changing the password', async () => {
    const account = await newAccount(service)
    const from = elsewhere()
    const response = await service.app.inject({
      method: 'POST',
      url: '/sign-in',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(account).toString(),
      remoteAddress: from,
    })
    const cookie = [response.headers['set-cookie'] ?? []]
      .flat()
      .map((line) => line.split(';', 1)[0])
      .join('; ')
    await exhaust(account.email)
    await Promise.all(Array.from({ length: 20 }, () => guess('someone@mail.example', from)))
    const change = (current: string) =>
      service.app.inject({
        method: 'POST',
        url: '/api/account/password',
        headers: { cookie, origin: service.deps.config.baseUrl, 'content-type': 'application/json' },
        payload: JSON.stringify({ current_password: current, new_password: 'the next long password' }),
        remoteAddress: from,
      })
    const wrong = await Promise.all(Array.from({ length: 9 }, () => change('not this one')))
    expect(wrong.map(({ statusCode }) => statusCode)).toEqual(Array(9).fill(400))
    const changed = await change(account.password)
    expect(changed.statusCode).toBe(200)
    // The browser in which it was changed stays known, with its count of guesses.
    const readNonce = (text: string) => /freehold_device=\d+\.([0-9a-f]{32})\./.exec(text)?.[1]
    const renewed = String(changed.headers['set-cookie']).split(';', 1)[0]!
    expect([readNonce(renewed), readNonce(renewed) === undefined]).toEqual([readNonce(cookie), false])
    expect((await signIn({ ...account, password: 'the next long password' }, from, renewed)).status).toBe(303)
    expect((await signIn({ ...account, password: 'the next long password' }, from, cookie)).status).toBe(429)
    expect((await change('not this one')).statusCode).toBe(429)
  })
})
