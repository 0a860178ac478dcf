// The pages that page-list.ts cannot name, because they need a fault, a limit, the link of a message or a text of the operator.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newFactorPerson } from '../../packages/server/test/factors.ts'
import { readInvitationPath } from '../../packages/server/test/invitations.ts'
import { startListeningService } from '../../packages/server/test/listening.ts'
import { newOperator, readMailedSecret } from '../../packages/server/test/operators.ts'
import { newPerson } from '../../packages/server/test/person.ts'
import { type Chrome, openChrome } from './browser.ts'
import { watchShift } from './layout-shift.ts'
import { NARROW, provePage, type Scheme } from './page-proof.ts'

type Listening = Awaited<ReturnType<typeof startListeningService>>

const texts = mkdtempSync(path.join(tmpdir(), 'freehold-texts-'))
const textFile = (name: string): string => {
  const file = path.join(texts, `${name}.md`)
  writeFileSync(file, `# ${name}\n\nWe sell domains.\n\n## Payment\n\n| Card | Fee |\n| --- | --- |\n| Any | None |\n`)
  return file
}

let service: Listening
let limited: Listening
let chrome: Chrome

beforeAll(async () => {
  const env = { TERMS_FILE: textFile('Terms'), PRIVACY_FILE: textFile('Privacy') }
  ;[service, chrome] = await Promise.all([startListeningService(env), openChrome()])
  limited = await startListeningService({ RATE_LIMITS: 'on', RATE_PAGES: '1' }, { on: { db: service.db, url: null } })
})
afterAll(async () => {
  await chrome?.close()
  await limited?.close()
  await service?.close()
  rmSync(texts, { recursive: true, force: true })
})

async function visit(baseUrl = service.baseUrl) {
  const opened = await chrome.visit(baseUrl, { viewport: NARROW })
  await watchShift(opened.page)
  return opened
}

const proof = { isWide: true, isInBoth: process.env.PAGE_SCHEMES === 'both' }

async function prove(url: string, scheme: Scheme, heading: RegExp): Promise<void> {
  await provePage(await visit(), { path: url, scheme, ...proof, also: expectHeading(heading) })
}

const expectHeading =
  (name: RegExp) =>
  (page: Awaited<ReturnType<typeof visit>>['page']): Promise<void> =>
    page.getByRole('heading', { level: 1, name }).waitFor()

it.each([
  ['/terms', 'light', /^Terms$/],
  ['/privacy', 'dark', /^Privacy$/],
  ['/checkout/cs_nothing?pt=wrong', 'light', /^This checkout link is not valid$/],
  ['/domains/not%20a%20name', 'dark', /^Results for “not a name”$/],
  ['/market?from=abc', 'light', /^Domains for sale$/],
] as const)('%s in %s', prove)

it('the page of an invitation to a team', async () => {
  const owner = await newPerson(service)
  await owner.call('POST', '/partners', { name: 'Corner Shop' })
  await owner.call('POST', '/members', { email: 'colleague@corner.example', role: 'member' })
  await prove(await readInvitationPath(service, 'colleague@corner.example'), 'dark', /^Join Corner Shop$/)
})

it('the page of an invitation of an operator', async () => {
  const email = 'sam@market.example'
  const admin = await newOperator(service, 'admin')
  const { status, text } = await admin.call('POST', '/operators', { email, role: 'support' })
  expect([status, text]).toEqual([201, expect.any(String)])
  const secret = await readMailedSecret(service, email, 'operator_invitation')
  await prove(`/operator-invitations/${secret}`, 'light', /^Operate this marketplace$/)
})

it('the page of a second step', async () => {
  const person = await newFactorPerson(service)
  await person.addApp()
  const opened = await visit()
  const { email, password } = person.account
  const response = await opened.page.request.post('/sign-in', { form: { email, password }, maxRedirects: 0 })
  const next = response.headers().location ?? ''
  await provePage(opened, { path: next, scheme: 'dark', ...proof, also: expectHeading(/^Confirm it is you$/) })
})

it('the page of a limit', async () => {
  for (let visits = 0; visits < 2; visits++) await fetch(`${limited.baseUrl}/market`)
  const opened = await visit(limited.baseUrl)
  await provePage(opened, { path: '/market', scheme: 'light', ...proof, also: expectHeading(/^Too many requests$/) })
})

/** Chromium reports a response with status 500 itself. */
const REPORTED = /Failed to load resource: the server responded with a status of 50\d/

it.each([
  ['dark', /^Something went wrong on our side$/, {}],
  ['light', /^Temporarily unavailable$/, { code: 'ECONNREFUSED' }],
] as const)('the page of a fault in %s: %s', async (scheme, heading, details) => {
  const { db } = service.deps
  const working = { ...db }
  const fail = () => Promise.reject(Object.assign(new Error('planted'), details))
  const opened = await visit()
  Object.assign(db, { many: fail, one: fail, manyWhenFree: fail, tx: fail })
  try {
    await provePage(opened, { ...proof, path: '/market', scheme, also: expectHeading(heading), expected: REPORTED })
  } finally {
    Object.assign(db, working)
  }
})
