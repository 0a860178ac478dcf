// A partner's team: people are invited, change roles, leave and are removed.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { countInvitationMails, readInvitationPath } from '../../../test/invitations.ts'
import { newAccount } from '../../../test/oauth.ts'
import { join, newPerson, newUser, type Person } from '../../../test/person.ts'
import { createAccount, listTeam, newAddress, teamsOn } from '../../../test/team.ts'
import { sql } from '../../db/sql.ts'
import { INVITATION_KEEP_SECONDS, INVITATION_SECONDS, INVITATIONS_OPEN_MAX } from '../../kernel/limits.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
const { newTeam, invite, openVisit, signedIn, unconfirm, auditRows } = teamsOn(() => service)

describe('inviting', () => {
  it('returns the invitation, sends a message and adds nobody', async () => {
    const team = await newTeam('Café')
    const email = newAddress()
    const sent = await team.owner.call('POST', '/members', { email: email.toUpperCase(), role: 'owner' })
    expect(sent.status).toBe(201)
    expect(sent.json).toMatchObject({ email, role: 'owner', invited_by: team.owner.email })
    expect(Date.parse(sent.json.expires_at) - Date.parse(sent.json.created_at)).toBe(INVITATION_SECONDS * 1000)
    expect((await team.owner.call('GET', '/invitations')).json.invitations).toEqual([sent.json])
    expect(await listTeam(team)).toEqual([[team.owner.email, 'owner']])
    const message = await service.db.one<{ content: { subject: string }; partnerId: null }>(
      sql`select content, partner_id from mail_messages where to_address = ${email}`,
    )
    expect(message!.content.subject).toBe('Invitation to join a team on Freehold')
    expect(JSON.stringify(message!.content)).toContain('the team of the partner “Café”.')
    // Nobody on the team can read the link.
    expect(message!.partnerId).toBeNull()
    expect(JSON.stringify(message!.content)).not.toContain('fh_iv_')
  })

  it('quotes the name of the partner, and cuts a long one', async () => {
    const team = await newTeam(`${'é'.repeat(60)} and your account is locked`)
    const email = newAddress()
    await team.owner.call('POST', '/members', { email })
    const message = await service.db.one<{ content: object }>(
      sql`select content from mail_messages where to_address = ${email}`,
    )
    const text = JSON.stringify(message!.content)
    expect([text.includes(`“${'é'.repeat(60)}…”`), text.includes('locked')]).toEqual([true, false])
  })

  it('returns the same for known, unknown and unconfirmed addresses, and invites people of other teams', async () => {
    const team = await newTeam()
    const known = (await newAccount(service)).email
    const unconfirmed = (await newAccount(service)).email
    await unconfirm(unconfirmed)
    const elsewhere = await newTeam('Elsewhere')
    const responses = []
    for (const email of [newAddress(), known, unconfirmed, elsewhere.owner.email]) {
      const { status, json, headers } = await team.owner.call('POST', '/members', { email })
      const { invitation_id, email: shown, role, invited_by } = json
      responses.push([status, Object.keys(json), role, invited_by, Object.keys(headers).sort()])
      expect([shown, invitation_id]).toEqual([email, expect.stringMatching(/^inv_/)])
      expect(await countInvitationMails(service, email)).toBe(1)
    }
    for (const response of responses) expect(response).toEqual(responses[0])
  })

  it('says that a person is on the team already', async () => {
    const team = await newTeam()
    const { status, json } = await team.owner.call('POST', '/members', { email: team.owner.email })
    expect([status, json.error.reason]).toEqual([409, 'already_a_member'])
  })

  it('again replaces the link and the role, also at the same moment', async () => {
    const team = await newTeam()
    const email = newAddress()
    const first = await invite(team, email)
    const again = await Promise.all(
      Array.from({ length: 5 }, () => team.owner.call('POST', '/members', { email, role: 'owner' })),
    )
    expect(again.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    const { invitations } = (await team.owner.call('GET', '/invitations')).json
    expect(invitations.map((one: Record<string, string>) => [one.email, one.role])).toEqual([[email, 'owner']])
    expect((await openVisit().open(first)).status).toBe(404)
    expect((await createAccount(openVisit(), first)).status).toBe(404)
    const working = await service.db.many<{ id: string; secret: string }>(
      sql`select id, secret from mail_messages where to_address = ${email}`,
    )
    const statuses = await Promise.all(
      working.map(async ({ id, secret }) => {
        const path = `/invitations/${service.deps.secrets.open(secret, `mail:${id}`)}`
        return (await openVisit().open(path)).status
      }),
    )
    expect(statuses.sort()).toEqual([200, 404, 404, 404, 404, 404])
  })

  it(`keeps at most ${INVITATIONS_OPEN_MAX} open invitations`, async () => {
    const team = await newTeam()
    const [first, ...more] = Array.from({ length: INVITATIONS_OPEN_MAX }, newAddress)
    for (const email of [first!, ...more])
      expect((await team.owner.call('POST', '/members', { email })).status).toBe(201)
    const full = await team.owner.call('POST', '/members', { email: newAddress() })
    expect([full.status, full.json.error.reason]).toEqual([409, 'too_many_invitations'])
    expect((await team.owner.call('POST', '/members', { email: first })).status).toBe(201)
    const { invitations } = (await team.owner.call('GET', '/invitations')).json
    await team.owner.call('DELETE', `/invitations/${invitations[0].invitation_id}`)
    expect((await team.owner.call('POST', '/members', { email: newAddress() })).status).toBe(201)
  })

  it('needs an owner with a confirmed address who signed in within ten minutes', async () => {
    const team = await newTeam()
    const member = await newPerson(service)
    await join(service, team.partnerId, member.userId, 'member')
    const body = { email: newAddress() }
    expect((await member.call('POST', '/members', body)).json.error.reason).toBe('owner_only')
    await unconfirm(team.owner.email)
    expect((await team.owner.call('POST', '/members', body)).json.error.reason).toBe('email_unconfirmed')
    await service.db.run(sql`update users set email_confirmed_at = now() where email = ${team.owner.email}`)
    await service.db.run(sql`
      update sessions set authenticated_at = authenticated_at - interval '10 minutes' where user_id = ${team.owner.userId}`)
    expect((await team.owner.call('POST', '/members', body)).json.error.code).toBe('reauthentication_required')
    expect(await countInvitationMails(service, body.email)).toBe(0)
  })

  it.each([['a'], ['a@b'], ['İ@mail.example'], ['a@mail.example\n']])('is refused for %j', async (email) => {
    const team = await newTeam()
    expect((await team.owner.call('POST', '/members', { email })).status).toBe(400)
    expect((await team.owner.call('GET', '/invitations')).json.invitations).toEqual([])
  })
})

describe('team members', () => {
  it('are removed by owners, who leave no open invitations behind', async () => {
    const team = await newTeam()
    const other = await newPerson(service)
    await join(service, team.partnerId, other.userId)
    const path = await invite({ ...team, owner: other }, newAddress(), 'owner')
    const removed = await team.owner.call('DELETE', `/members/${other.userId}`)
    expect(removed.json).toMatchObject({ user_id: other.userId, email: other.email, role: 'owner' })
    expect((await openVisit().open(path)).status).toBe(404)
    expect((await other.call('GET', '/members')).json.error.reason).toBe('not_a_member')
    expect((await team.owner.call('DELETE', `/members/${other.userId}`)).status).toBe(404)
    const [row] = await auditRows('portal.members.remove', `user:${team.owner.email}`)
    expect(row.input).toEqual({ partner_id: team.partnerId, user_id: other.userId, ip_address: '127.0.0.1' })
  })

  it('change roles, and a partner keeps an owner', async () => {
    const team = await newTeam()
    const member = await newPerson(service)
    await join(service, team.partnerId, member.userId, 'member')
    const change = (who: Person, of: Person, role: string) => who.call('PATCH', `/members/${of.userId}`, { role })
    expect((await change(member, member, 'owner')).json.error.reason).toBe('owner_only')
    expect((await change(team.owner, team.owner, 'member')).json.error.reason).toBe('last_owner')
    expect((await change(team.owner, member, 'owner')).json).toMatchObject({ user_id: member.userId, role: 'owner' })
    const responses = await Promise.all([change(team.owner, team.owner, 'member'), change(member, member, 'member')])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    const [row] = await auditRows('portal.members.change', `user:${team.owner.email}`)
    expect(row.input).toMatchObject({ user_id: expect.any(String), ip_address: '127.0.0.1' })
    expect((await change(team.owner, { ...member, userId: 'usr_unknown' as never }, 'member')).status).toBeGreaterThan(
      399,
    )
  })

  it('leave, but the last owner stays', async () => {
    const team = await newTeam()
    const member = await newPerson(service)
    await join(service, team.partnerId, member.userId, 'member')
    const left = await member.call('POST', '/leave')
    expect([left.status, left.json.user_id]).toEqual([200, member.userId])
    expect((await member.call('GET', '/partners')).json.partners).toEqual([])
    const [row] = await auditRows('portal.members.leave', `user:${member.email}`)
    expect(row).toMatchObject({ request_id: left.headers['x-request-id'] })
    expect(row.input).toEqual({ partner_id: team.partnerId, user_id: member.userId, ip_address: '127.0.0.1' })
    const last = await team.owner.call('POST', '/leave')
    expect([last.status, last.json.error.reason]).toEqual([409, 'last_owner'])
  })

  it('keep an owner, though all leave, remove each other or step down at the same moment', async () => {
    const team = await newTeam()
    const others = [await newPerson(service), await newPerson(service), await newPerson(service)]
    for (const { userId } of others) await join(service, team.partnerId, userId)
    const [a, b, c] = others as [Person, Person, Person]
    const responses = await Promise.all([
      team.owner.call('POST', '/leave'),
      a.call('DELETE', `/members/${a.userId}`),
      b.call('PATCH', `/members/${b.userId}`, { role: 'member' }),
      c.call('POST', '/leave'),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409])
    const owners = await service.db.many(
      sql`select 1 as one from partner_members where partner_id = ${team.partnerId} and role = 'owner'`,
    )
    expect(owners).toHaveLength(1)
  })

  it('see the business and change nothing', async () => {
    const team = await newTeam()
    const member = await newPerson(service)
    await join(service, team.partnerId, member.userId, 'member')
    expect((await member.call('GET', '/sandbox/orders')).status).toBe(200)
    for (const [method, path] of [
      ['POST', '/credentials'],
      ['POST', '/live-access'],
      ['POST', '/members'],
      ['DELETE', `/members/${team.owner.userId}`],
      ['DELETE', '/invitations/inv_1'],
      ['POST', '/sandbox/links'],
      ['PUT', '/sandbox/webhooks'],
    ] as const)
      expect([path, (await member.call(method, path, {})).json.error.reason]).toEqual([path, 'owner_only'])
  })

  it('cannot touch the invitations of another partner', async () => {
    const [team, other] = [await newTeam(), await newTeam()]
    const path = await invite(team, newAddress())
    const { invitations } = (await team.owner.call('GET', '/invitations')).json
    const url = `/invitations/${invitations[0].invitation_id}`
    expect((await other.owner.call('DELETE', url)).status).toBe(404)
    expect((await openVisit().open(path)).status).toBe(200)
  })
})

describe('an operator', () => {
  const created = (email: string, more: object = {}) =>
    service.operator('POST', '/partners', { name: 'Acme', email, merchant_of_record: false, ...more })

  it('creates a partner whose first owner is invited, and nobody becomes an owner by address', async () => {
    const person = await newPerson(service)
    const { partner_id: partnerId } = (await created('office@acme.example', { owner_email: person.email })).json
    expect((await person.call('GET', '/partners')).json.partners).toEqual([])
    const path = await readInvitationPath(service, person.email)
    expect((await openVisit().open(path)).text).toContain('The marketplace operator')
    const browser = await signedIn(person)
    expect((await browser.post(path, { action: 'join' })).status).toBe(303)
    const [partner] = (await person.call('GET', '/partners')).json.partners
    expect(partner).toMatchObject({ partner_id: partnerId, role: 'owner', email: 'office@acme.example' })
    expect((await person.call('POST', '/credentials', { environment: 'sandbox', scopes: ['search'] })).status).toBe(201)
    const last = await service.operator('DELETE', `/partners/${partnerId}/members/${person.userId}`)
    expect([last.status, last.json.error.reason]).toEqual([409, 'last_owner'])
  })

  it('invites the contact address when no owner is named', async () => {
    const email = newAddress()
    const { partner_id: partnerId } = (await created(email)).json
    const listed = (await service.operator('GET', `/partners/${partnerId}/invitations`)).json.invitations
    expect(listed).toMatchObject([{ email, role: 'owner', invited_by: null }])
    expect(await countInvitationMails(service, email)).toBe(1)
    expect((await created(email, { owner_email: 'nobody' })).status).toBe(400)
  })

  it('invites again, revokes, and sees members and open invitations', async () => {
    const { partner_id: partnerId } = (await created(newAddress())).json
    const base = `/partners/${partnerId}`
    const { id, email } = await newUser(service)
    const sent = await service.operator('POST', `${base}/members`, { email })
    expect([sent.status, sent.json]).toMatchObject([201, { email, role: 'owner', invited_by: null }])
    expect((await service.operator('GET', `${base}/members`)).json.members).toEqual([])
    const revoked = await service.operator('DELETE', `${base}/invitations/${sent.json.invitation_id}`)
    expect([revoked.status, revoked.json]).toEqual([200, sent.json])
    expect((await service.operator('GET', `${base}/invitations`)).json.invitations).toHaveLength(1)
    await join(service, partnerId, id)
    expect((await service.operator('POST', `${base}/members`, { email })).json.error.reason).toBe('already_a_member')
    for (const path of ['members', 'invitations'])
      expect((await service.operator('GET', `/partners/ptn_unknown/${path}`)).status).toBe(404)
    expect((await service.operator('POST', '/partners/ptn_unknown/members', { email })).status).toBe(404)
  })
})

describe('invitations', () => {
  it('are deleted 30 days after they expired', async () => {
    const team = await newTeam()
    const email = newAddress()
    await invite(team, email)
    const count = async () =>
      (await service.db.many(sql`select 1 as one from partner_invitations where email = ${email}`)).length
    const seconds = INVITATION_SECONDS + INVITATION_KEEP_SECONDS
    await service.db.run(sql`
      update partner_invitations set expires_at = expires_at - make_interval(secs => ${seconds - 60}) where email = ${email}`)
    await service.background.runJobNow('team.purge_invitations')
    expect(await count()).toBe(1)
    await service.db.run(sql`
      update partner_invitations set expires_at = expires_at - interval '2 minutes' where email = ${email}`)
    await service.background.runJobNow('team.purge_invitations')
    expect(await count()).toBe(0)
  })
})

describe('limits', () => {
  let limited: TestService
  beforeAll(async () => {
    limited = await startTestService({ RATE_LIMITS: 'on' })
  })

  async function newOwner(name: string) {
    const owner = await newPerson(limited)
    const { partner } = (await owner.call('POST', '/partners', { name })).json
    const inviteOne = (email: string) => owner.call('POST', '/members', { email })
    return { ...owner, partnerId: partner.partner_id as string, inviteOne }
  }

  it('bound the invitations of one partner to one address, and no other partner notices', async () => {
    const known = (await newAccount(limited)).email
    for (const email of [newAddress(), known]) {
      const [stranger, owner] = [await newOwner('Stranger'), await newOwner('Shop')]
      const statuses = []
      for (let number = 0; number < 4; number++) {
        const { status, json, headers } = await stranger.inviteOne(email)
        statuses.push(status)
        if (status !== 201)
          expect([json.error.code, Number(headers['retry-after']) > 0]).toEqual(['rate_limited', true])
      }
      expect(statuses).toEqual([201, 201, 201, 429])
      expect(await countInvitationMails(limited, email)).toBe(3)
      expect((await owner.inviteOne(email)).status).toBe(201)
      expect(await countInvitationMails(limited, email)).toBe(4)
    }
  })

  it('bound the messages of all partners to one address, which the responses do not show', async () => {
    const email = newAddress()
    const last = []
    for (let number = 0; number < 4; number++) {
      const owner = await newOwner(`Shop ${number}`)
      for (let time = 0; time < 3; time++) last.push(await owner.inviteOne(email))
      if (number === 3) expect((await owner.call('GET', '/invitations')).json.invitations).toHaveLength(1)
    }
    expect(last.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 201))
    expect(Object.keys(last.at(-1)!.json)).toEqual(Object.keys(last[0]!.json))
    expect(await countInvitationMails(limited, email)).toBe(10)
    // Operators' invitations are mailed all the same.
    const { partnerId } = await newOwner('Another')
    expect((await limited.operator('POST', `/partners/${partnerId}/members`, { email })).status).toBe(201)
    expect(await countInvitationMails(limited, email)).toBe(11)
  })

  it('bound the messages of one partner, to different addresses', async () => {
    const owner = await newPerson(limited)
    await owner.call('POST', '/partners', { name: 'Shop' })
    const statuses = []
    for (let number = 0; number < 21; number++)
      statuses.push((await owner.call('POST', '/members', { email: newAddress() })).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429])
  })
})
