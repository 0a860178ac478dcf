// Signing up, in and out: plain forms that work without a script.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { mountForms, receiveForm } from '../../http/forms.ts'
import { incomingOf } from '../../http/pipeline.ts'
import { sendPage } from '../../http/plain-page.ts'
import { assertWithinLimit } from '../../http/rate-limit.ts'
import { readSessionCookie, sessionCookie } from '../../http/session-cookie.ts'
import { SESSION_LIFE_SECONDS } from '../../kernel/limits.ts'
import { accountPage, type Page, signInPage, signUpPage } from './pages.ts'
import { accountBucket, ownPath, signUpProblem } from './rules.ts'
import { findSession, signIn, signOut, signUp } from './service.ts'

/** For the table of known paths: another method on them is 405. */
export const ACCOUNT_PATHS = [
  { method: 'GET', url: '/sign-in' },
  { method: 'POST', url: '/sign-in' },
  { method: 'GET', url: '/sign-up' },
  { method: 'POST', url: '/sign-up' },
  { method: 'POST', url: '/sign-out' },
  { method: 'GET', url: '/account' },
] as const

const HOME = '/account'
const WRONG = 'The address or the password is wrong.'
/** True of a new account and of one that was there before. */
const SIGNED_UP = 'If the address was free, its account is ready now. Sign in with it.'

const show = (reply: FastifyReply, status: number, { title, body }: Page): FastifyReply =>
  sendPage(reply, status, title, body, { forms: ["'self'"] })

const sendTo = (reply: FastifyReply, path: string): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(path, 303)

const queryOf = (request: FastifyRequest, wanted: string): string =>
  incomingOf(request).pairs.find(([name]) => name === wanted)?.[1] ?? ''

export function mountAccounts(app: FastifyInstance, deps: Deps): void {
  const { baseUrl } = deps.config
  const cookieOf = (request: FastifyRequest) => readSessionCookie(request.headers.cookie, baseUrl)

  async function receiveSignIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = receiveForm(deps, request)
    const [email, next] = [form('email').trim(), ownPath(form('next'), HOME)]
    await assertWithinLimit(deps, 'sign_in', request.ip)
    await assertWithinLimit(deps, 'sign_in', accountBucket(email))
    const token = await signIn(deps, { email, password: form('password') }, cookieOf(request))
    if (token === null) return show(reply, 401, signInPage(next, WRONG, email))
    return sendTo(reply.header('set-cookie', sessionCookie(baseUrl, token, SESSION_LIFE_SECONDS)), next)
  }

  async function receiveSignUp(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = receiveForm(deps, request)
    const [email, next] = [form('email').trim(), ownPath(form('next'), HOME)]
    await assertWithinLimit(deps, 'sign_in', request.ip)
    const account = { email, password: form('password') }
    const problem = signUpProblem(account)
    if (problem !== null) return show(reply, 400, signUpPage(next, problem, email))
    await signUp(deps, account)
    return sendTo(reply, `/sign-in?from=sign-up&next=${encodeURIComponent(next)}`)
  }

  async function receiveSignOut(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    receiveForm(deps, request)
    const token = cookieOf(request)
    if (token !== undefined) await signOut(deps.db, token)
    return sendTo(reply.header('set-cookie', sessionCookie(baseUrl, '', 0)), '/')
  }

  mountForms(app, deps, (scope) => {
    scope.get('/sign-in', { config: { routeId: 'accounts.sign_in_page' } }, (request, reply) => {
      const note = queryOf(request, 'from') === 'sign-up' ? SIGNED_UP : null
      return show(reply, 200, signInPage(ownPath(queryOf(request, 'next'), HOME), note))
    })
    scope.post('/sign-in', { config: { routeId: 'accounts.sign_in' } }, receiveSignIn)
    scope.get('/sign-up', { config: { routeId: 'accounts.sign_up_page' } }, (request, reply) =>
      show(reply, 200, signUpPage(ownPath(queryOf(request, 'next'), HOME))),
    )
    scope.post('/sign-up', { config: { routeId: 'accounts.sign_up' } }, receiveSignUp)
    scope.post('/sign-out', { config: { routeId: 'accounts.sign_out' } }, receiveSignOut)
    scope.get('/account', { config: { routeId: 'accounts.page' } }, async (request, reply) => {
      const token = cookieOf(request)
      const session = token === undefined ? undefined : await findSession(deps.db, token, deps.clock.now())
      if (!session) return sendTo(reply, `/sign-in?next=${encodeURIComponent(HOME)}`)
      return show(reply, 200, accountPage(session.email))
    })
  })
}
