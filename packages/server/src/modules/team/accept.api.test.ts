// Accepting an invitation: the link proves the address, works once, and gives nothing to anyone else.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { newAccount } from '../../../test/oauth.ts'
import { createAccount, listTeam, newAddress, PASSWORD, readPartners, teamsOn } from '../../../test/team.ts'
import { sql } from '../../db/sql.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
const { newTeam, invite, openVisit, signedIn, unconfirm, auditRows } = teamsOn(() => service)

describe('the page of an invitation', () => {
  it('shows partner, role and inviter, and opening it changes nothing', async () => {
    const team = await newTeam('Büro & Co')
    const path = await invite(team, newAddress())
    const before = await service.db.many(sql`select * from partner_invitations order by id`)
    const page = await openVisit().open(path)
    for (const shown of ['Büro &amp; Co', 'Member: read-only access', team.owner.email])
      expect(page.text).toContain(shown)
    expect(page.headers['referrer-policy']).toBe('same-origin')
    expect(page.headers['cache-control']).toBe('no-store')
    expect(await service.db.many(sql`select * from partner_invitations order by id`)).toEqual(before)
  })

  it('offers the same choices whether the address has an account or not', async () => {
    const team = await newTeam()
    const known = (await newAccount(service)).email
    const unconfirmed = (await newAccount(service)).email
    await unconfirm(unconfirmed)
    const texts = []
    for (const email of [newAddress(), known, unconfirmed]) {
      const path = await invite(team, email)
      const { text } = await openVisit().open(path)
      texts.push(text.replaceAll(email, 'EMAIL').replace(/fh_iv_[0-9a-f]+|2\d{3}-[\d:.T-]+Z/g, 'SECRET'))
    }
    expect(texts[1]).toBe(texts[0])
    expect(texts[2]).toBe(texts[0])
  })

  it('is one clear page for every other link', async () => {
    for (const secret of ['unknown', 'fh_iv_00', '%00', 'x'.repeat(2000)]) {
      const page = await openVisit().open(`/invitations/${secret}`)
      expect([page.status, page.text.includes('This invitation is not valid')]).toEqual([404, true])
    }
  })

  it('keeps the secret out of the log', async () => {
    const path = await invite(await newTeam(), newAddress())
    await openVisit().open(path)
    const lines = service.logged.join('')
    expect(lines).toContain('/invitations/:secret')
    expect(lines).not.toContain(path)
  })
})

describe('accepting', () => {
  it('creates a confirmed account with the chosen password, signs it in and joins', async () => {
    const team = await newTeam()
    const email = newAddress()
    const path = await invite(team, email, 'owner')
    const browser = openVisit()
    const joined = await createAccount(browser, path)
    expect([joined.status, joined.headers.location]).toEqual([303, `/portal?partner=${team.partnerId}`])
    expect(await readPartners(browser)).toEqual([team.partnerId])
    expect(await listTeam(team)).toEqual([
      [email, 'owner'],
      [team.owner.email, 'owner'],
    ])
    expect((await team.owner.call('GET', '/invitations')).json.invitations).toEqual([])
    expect(await readPartners(await signedIn({ email, password: PASSWORD }))).toEqual([team.partnerId])
    const user = await service.db.one<{ emailConfirmedAt: Date | null; id: string }>(
      sql`select id, email_confirmed_at from users where email = ${email}`,
    )
    expect(user!.emailConfirmedAt).not.toBeNull()
    const [row] = await auditRows('team.accept_invitation', `user:${email}`)
    expect(row).toMatchObject({ method: 'POST', path: '/invitations', request_id: joined.headers['x-request-id'] })
    expect(row.input).toMatchObject({
      partner_id: team.partnerId,
      user_id: user!.id,
      role: 'owner',
      account: 'created',
      ip_address: '127.0.0.1',
    })
    expect(JSON.stringify(row)).not.toContain(path.slice(-64))
  })

  it('asks for a better password and keeps the invitation open', async () => {
    const team = await newTeam()
    const email = newAddress()
    const path = await invite(team, email)
    for (const password of ['', 'short', 'password1234', email, 'x'.repeat(129)]) {
      const refused = await createAccount(openVisit(), path, password)
      expect([password, refused.status, /password/.test(refused.text)]).toEqual([password, 400, true])
    }
    expect((await createAccount(openVisit(), path)).status).toBe(303)
  })

  it('is one button for a person who is signed in with the invited, confirmed address', async () => {
    const team = await newTeam()
    const account = await newAccount(service)
    const path = await invite(team, account.email)
    const browser = await signedIn(account)
    const page = await browser.open(path)
    expect(page.text).toContain('Join team')
    const joined = await browser.post(path, { action: 'join' })
    expect([joined.status, joined.headers.location]).toEqual([303, `/portal?partner=${team.partnerId}`])
    expect(await readPartners(browser)).toEqual([team.partnerId])
    const [row] = await auditRows('team.accept_invitation', `user:${account.email}`)
    expect(row.input).toMatchObject({ account: 'existing', ip_address: '127.0.0.1' })
  })

  it('does not replace the password of a confirmed account, whose owner signs in', async () => {
    const team = await newTeam()
    const account = await newAccount(service)
    const path = await invite(team, account.email)
    const stranger = openVisit()
    const refused = await createAccount(stranger, path)
    expect([refused.status, /Sign in to join/.test(refused.text)]).toEqual([409, true])
    expect(await readPartners(stranger)).toBe(401)
    expect(await listTeam(team)).toEqual([[team.owner.email, 'owner']])
    const browser = openVisit()
    const page = await browser.open(path)
    const [, next = ''] = /href="(\/sign-in\?next=[^"]+)"/.exec(page.text) ?? []
    const arrived = await browser.submit(await browser.open(next), account)
    expect([arrived.path, arrived.text.includes('Join team')]).toEqual([path, true])
    expect((await browser.post(path, { action: 'join' })).status).toBe(303)
    expect(await readPartners(browser)).toEqual([team.partnerId])
  })

  it('gives nothing to a stranger who signed up with the address before', async () => {
    const team = await newTeam()
    const email = newAddress()
    const stranger = { email, password: 'the password of a stranger' }
    await openVisit().post('/sign-up', stranger)
    const strangers = await signedIn(stranger)
    expect(await readPartners(strangers)).toEqual([])
    const issued = await service.db.one<{ id: string }>(sql`select id from users where email = ${email}`)
    await service.db.run(sql`
      insert into account_tokens (token_hash, purpose, user_id, email, created_at, expires_at)
      values (${Buffer.alloc(32, 1)}, 'change_email', ${issued!.id}, 'stranger@mail.example', now(), now() + interval '1 day')`)
    const path = await invite(team, email, 'owner')
    // Neither the invitation nor the stranger's session is enough, even with the link.
    expect(await readPartners(strangers)).toEqual([])
    const forced = await strangers.post(path, { action: 'join' })
    expect([forced.status, forced.headers.location]).toEqual([303, path])
    expect((await strangers.open(path)).text).toContain('is not confirmed yet')
    expect(await listTeam(team)).toEqual([[team.owner.email, 'owner']])

    const colleague = openVisit()
    expect((await createAccount(colleague, path)).status).toBe(303)
    expect(await readPartners(colleague)).toEqual([team.partnerId])
    expect(await readPartners(strangers)).toBe(401)
    expect((await openVisit().post('/sign-in', stranger)).status).toBe(401)
    const tokens = await service.db.many(sql`select 1 as one from account_tokens where user_id = ${issued!.id}`)
    expect(tokens).toEqual([])
    expect((await auditRows('team.accept_invitation', `user:${email}`))[0].input.account).toBe('recovered')
  })

  it('is refused for another address, which is told to switch', async () => {
    const team = await newTeam()
    const account = await newAccount(service)
    const invited = newAddress()
    const path = await invite(team, invited)
    const browser = await signedIn(account)
    const page = await browser.open(path)
    for (const shown of [account.email, invited, 'Sign out and continue']) expect(page.text).toContain(shown)
    const forced = await browser.post(path, { action: 'join' })
    expect([forced.status, forced.headers.location]).toEqual([303, path])
    expect(await listTeam(team)).toEqual([[team.owner.email, 'owner']])
    const switched = await browser.submit(page, { action: 'switch' })
    expect([switched.path, switched.text.includes('Create account and join')]).toEqual([path, true])
    expect(await readPartners(browser)).toBe(401)
  })

  it('works once: of many at the same moment one joins', async () => {
    const team = await newTeam()
    const account = await newAccount(service)
    const path = await invite(team, account.email)
    const browser = await signedIn(account)
    const responses = await Promise.all(Array.from({ length: 6 }, () => browser.post(path, { action: 'join' })))
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 404, 404, 404, 404, 404])
    expect((await auditRows('team.accept_invitation', `user:${account.email}`)).length).toBe(1)
    expect((await browser.open(path)).status).toBe(404)
  })

  it('creates one account when the link is used in parallel, with the password of the one that joined', async () => {
    const team = await newTeam()
    const email = newAddress()
    const path = await invite(team, email)
    const passwords = Array.from({ length: 4 }, (_, number) => `${PASSWORD} number ${number}`)
    const responses = await Promise.all(passwords.map((password) => createAccount(openVisit(), path, password)))
    expect(responses.map(({ status }) => status).sort()).toEqual([303, 404, 404, 404])
    const winner = passwords[responses.findIndex(({ status }) => status === 303)]!
    expect(await readPartners(await signedIn({ email, password: winner }))).toEqual([team.partnerId])
    expect(await listTeam(team)).toHaveLength(2)
  })

  it('is refused for an expired and for a revoked invitation, and creates no account', async () => {
    const team = await newTeam()
    const [expired, revoked] = [newAddress(), newAddress()]
    const paths = [await invite(team, expired), await invite(team, revoked)]
    const { invitations } = (await team.owner.call('GET', '/invitations')).json
    const one = invitations.find(({ email }: { email: string }) => email === revoked)
    expect((await team.owner.call('DELETE', `/invitations/${one.invitation_id}`)).json).toEqual(one)
    expect((await team.owner.call('DELETE', `/invitations/${one.invitation_id}`)).status).toBe(404)
    await service.db.run(sql`
      update partner_invitations set expires_at = ${service.clock.now()} where email = ${expired}`)
    for (const path of paths) {
      expect((await openVisit().open(path)).status).toBe(404)
      expect((await createAccount(openVisit(), path)).status).toBe(404)
    }
    const accounts = await service.db.many(sql`select 1 as one from users where email in (${expired}, ${revoked})`)
    expect(accounts).toEqual([])
  })

  it('is refused from another site', async () => {
    const account = await newAccount(service)
    const path = await invite(await newTeam(), account.email)
    const browser = await signedIn(account)
    for (const headers of [{ origin: 'https://elsewhere.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await browser.post(path, { action: 'join' }, headers as Record<string, string>)).status).toBe(403)
    expect(await readPartners(browser)).toEqual([])
  })

  it('does not happen when it cannot be recorded', async () => {
    const team = await newTeam()
    const email = newAddress()
    const path = await invite(team, email)
    await service.db.session((session) =>
      session.script(`
        create or replace function refuse_audit() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
        create trigger refuse_audit before insert on audit_log for each row
          when (new.route = 'team.accept_invitation') execute function refuse_audit()`),
    )
    const failed = await createAccount(openVisit(), path)
    await service.db.session((session) => session.script('drop trigger refuse_audit on audit_log'))
    expect(failed.status).toBe(500)
    expect(await service.db.many(sql`select 1 as one from users where email = ${email}`)).toEqual([])
    expect((await createAccount(openVisit(), path)).status).toBe(303)
  })
})
