// Teams for tests: an owner with a partner, invitations, and what their recipients do with them in a browser.
import { expect } from 'vitest'
import { sql } from '../src/db/sql.ts'
import { type Browser, openBrowser, overInject } from './browser.ts'
import type { TestService } from './harness.ts'
import { readInvitationPath } from './invitations.ts'
import { newPerson, type Person } from './person.ts'

export const PASSWORD = 'a password of some length'

export type Team = { owner: Person; partnerId: string }

let serial = 0
export const newAddress = (): string => `invited-${process.pid}-${serial++}@mail.example`

export const createAccount = (browser: Browser, path: string, password = PASSWORD) =>
  browser.post(path, { action: 'create_account', password })

export const listTeam = async ({ owner }: Team): Promise<[string, string][]> =>
  (await owner.call('GET', '/members')).json.members.map((one: Record<string, string>) => [one.email, one.role])

/** What the browser's session sees in the portal, or the status of the error. */
export async function readPartners(browser: Browser): Promise<string[] | number> {
  const headers = { 'sec-fetch-site': 'same-origin' }
  const { status, text } = await browser.request({ method: 'GET', url: '/api/portal/v1/partners', headers })
  return status === 200 ? JSON.parse(text).partners.map((one: { partner_id: string }) => one.partner_id) : status
}

/** `getService`: the service of the test file, once it has started. */
export const teamsOn = (getService: () => TestService) => ({
  async newTeam(name = 'Shop'): Promise<Team> {
    const owner = await newPerson(getService())
    const { json } = await owner.call('POST', '/partners', { name })
    return { owner, partnerId: json.partner.partner_id }
  },
  /** The path in the message. */
  async invite({ owner }: Pick<Team, 'owner'>, email: string, role = 'member'): Promise<string> {
    const { status, text } = await owner.call('POST', '/members', { email, role })
    expect([status, text]).toEqual([201, expect.any(String)])
    return readInvitationPath(getService(), email)
  },
  openVisit: (): Browser => openBrowser(overInject(getService())),
  async signedIn(account: { email: string; password: string }): Promise<Browser> {
    const browser = openBrowser(overInject(getService()))
    await browser.signIn(account)
    return browser
  },
  async unconfirm(email: string): Promise<void> {
    await getService().db.run(sql`update users set email_confirmed_at = null where email = ${email}`)
  },
  auditRows: async (route: string, actor: string) =>
    (await getService().operator('GET', `/audit?limit=100&route=${route}&actor=${actor}`)).json.audit,
})
