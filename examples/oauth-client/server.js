// Sign in with Freehold: a user lets this application read their domains and orders. Start it with `node server.js`.
import { randomUUID } from 'node:crypto'
import {
  AuthenticationError,
  authorizationUrl,
  createPkce,
  discover,
  exchangeCode,
  FreeholdError,
  OAuthFlowError,
  readCallback,
} from '@freehold/sdk'
import { errorPage, homePage, welcomePage } from './pages.js'
import { clientIdFor } from './registration.js'
import { endSession, getSession, Person, startSession } from './sessions.js'
import { PageError, page, redirect, serve, withCookie } from './web.js'

/** @typedef {import('./web.js').Handler} Handler */

const {
  FREEHOLD_BASE_URL: baseUrl = 'http://localhost:8080',
  PORT = '4004',
  CLIENT_FILE: file = 'client.json',
} = process.env
const redirectUri = `${process.env.APP_URL ?? `http://localhost:${PORT}`}/callback`
const SCOPES = ['pricing:read', 'domains:manage']

const { server, clientId } = await arrive().catch((error) => {
  console.error(`Cannot set up sign-in with ${baseUrl}: ${error.message}`)
  process.exit(1)
})

async function arrive() {
  const server = await discover(baseUrl)
  return { server, clientId: await clientIdFor(server, { file, redirectUri }) }
}

/** @type {Handler} */
async function home({ cookies }) {
  const person = getSession(cookies.session)?.person
  if (!person) return page(welcomePage())
  const [account, domains, orders] = await Promise.all([
    person.freehold.public.account.get(),
    person.freehold.public.domains.list().toArray({ limit: 100 }),
    person.freehold.public.account.orders().toArray({ limit: 100 }),
  ])
  return page(homePage({ account, domains, orders, scope: person.scope, freshUntil: person.freshUntil }))
}

/** Sends the user to the consent page. Each attempt has its own `state` and PKCE verifier; the verifier stays here. @type {Handler} */
async function signIn({ cookies }) {
  const { verifier, challenge } = await createPkce()
  const state = randomUUID()
  const id = startSession(cookies.session, { attempt: { state, verifier } })
  const consentUrl = authorizationUrl(server, { clientId, redirectUri, challenge, state, scope: SCOPES })
  return withCookie(redirect(consentUrl), 'session', id)
}

/** The `state` must belong to this browser's own attempt, and each attempt is valid once. @type {Handler} */
async function callback({ url, cookies }) {
  const session = getSession(cookies.session)
  const attempt = session?.attempt
  if (!session || !attempt) throw new PageError(400, 'No sign-in was started in this browser. Please start again.')
  session.attempt = undefined
  const code = readCallback(server, url.href, attempt.state)
  const tokens = await exchangeCode(server, { clientId, code, verifier: attempt.verifier, redirectUri })
  const id = startSession(cookies.session, { person: new Person(server, clientId, tokens) })
  return withCookie(redirect('/'), 'session', id)
}

/** Tokens are refreshed automatically; this button shows how. @type {Handler} */
async function refresh({ cookies }) {
  await getSession(cookies.session)?.person?.refresh()
  return redirect('/')
}

/** @type {Handler} */
async function signOut({ cookies }) {
  const person = getSession(cookies.session)?.person
  endSession(cookies.session)
  await person?.revoke()
  return redirect('/')
}

/** @param {unknown} error */
function showError(error) {
  if (error instanceof PageError) return page(errorPage({ message: error.message }), error.status)
  if (error instanceof OAuthFlowError) return page(errorPage({ message: FLOW[error.code] ?? error.message }), 400)
  console.error(error instanceof FreeholdError ? [error.status, error.code, error.requestId].join(' ') : error)
  if (!(error instanceof FreeholdError))
    return page(errorPage({ message: 'An unexpected error occurred. Please try again.' }), 500)
  const { requestId } = error
  if (error instanceof AuthenticationError || error.code === 'invalid_grant')
    return page(
      errorPage({ message: 'Your sign-in has expired or was revoked. Please sign in again.', requestId }),
      401,
    )
  return page(errorPage({ message: 'Freehold is unavailable. Please try again.', requestId }), 502)
}

/** @type {Record<string, string>} */
const FLOW = {
  access_denied: 'You declined access, so there is nothing to show.',
  state_mismatch: 'This sign-in response does not match your request. Please start again.',
}

serve({
  port: Number(PORT),
  formTarget: server.issuer,
  onError: showError,
  routes: {
    'GET /': home,
    'POST /sign-in': signIn,
    'GET /callback': callback,
    'POST /refresh': refresh,
    'POST /sign-out': signOut,
  },
})
