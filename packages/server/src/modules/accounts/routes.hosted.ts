// Signing up, in and out: plain forms that work without JavaScript.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { mountForms, receiveForm, textFor } from '../../http/forms.ts'
import { sendPage } from '../../http/page.ts'
import { readIncoming } from '../../http/pipeline.ts'
import { limitByAddress } from '../../http/rate-limit.ts'
import { readSessionCookie, sessionCookie } from '../../http/session-cookie.ts'
import { ApiError } from '../../kernel/errors.ts'
import { PASSWORD_LENGTH_MIN } from '../../kernel/limits.ts'
import { attemptSignIn, readBrowser } from './http.ts'
import { ownPath } from './rules/sessions.ts'
import { signOut } from './service/sign-in.ts'
import { signUp, signUpProblem } from './service/sign-up.ts'

const HOME = '/account'
const WRONG = 'The email address or password is incorrect.'
/** True whether the account is new or existed before. */
const SIGNED_UP = 'If this email address did not have an account, it has one now. Sign in to continue.'

type Note = { tone: 'good' | 'bad'; text: string } | null
type Typed = { kind: 'sign-in' | 'sign-up'; next: string; email: string }

function show(
  reply: FastifyReply,
  status: number,
  kind: 'sign-in' | 'sign-up',
  { next, email = '', note = null }: { next: string; email?: string; note?: Note },
): FastifyReply {
  const props = { kind, next, email, note, passwordLengthMin: PASSWORD_LENGTH_MIN }
  return sendPage(reply, { status, name: 'sign-in', props, options: { forms: ["'self'"] } })
}

const sendTo = (reply: FastifyReply, path: string): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(path, 303)

const readQuery = (request: FastifyRequest, wanted: string): string =>
  readIncoming(request).pairs.find(([name]) => name === wanted)?.[1] ?? ''

export function mountAccounts(app: FastifyInstance, deps: Deps): void {
  const { baseUrl } = deps.config
  const readCookie = (request: FastifyRequest) => readSessionCookie(request.headers.cookie, baseUrl)

  /** Runs `send`. Over a limit, shows the form again with the typed email address. */
  async function keepTyped(
    reply: FastifyReply,
    { kind, next, email }: Typed,
    send: () => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'rate_limited') throw error
      deps.metrics.errors.inc({ code: error.code })
      const note: Note = { tone: 'bad', text: textFor(error) }
      return show(reply.headers(error.headers), error.status, kind, { next, email, note })
    }
  }

  async function receiveSignIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = receiveForm(deps, request)
    const [email, next] = [form('email').trim(), ownPath(form('next'), HOME)]
    const guesser = { ...readBrowser(request), path: '/sign-in' }
    return keepTyped(reply, { kind: 'sign-in', next, email }, async () => {
      const signedIn = await attemptSignIn(deps, { guesser, email, password: form('password') })
      if (signedIn === null) return show(reply, 401, 'sign-in', { next, email, note: { tone: 'bad', text: WRONG } })
      return sendTo(reply.header('set-cookie', signedIn.cookies), next)
    })
  }

  async function receiveSignUp(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = receiveForm(deps, request)
    const [email, next] = [form('email').trim(), ownPath(form('next'), HOME)]
    return keepTyped(reply, { kind: 'sign-up', next, email }, async () => {
      await limitByAddress(deps, 'sign_in', request.ip)
      const account = { email, password: form('password') }
      const problem = signUpProblem(account)
      if (problem !== null) return show(reply, 400, 'sign-up', { next, email, note: { tone: 'bad', text: problem } })
      await signUp(deps, account)
      return sendTo(reply, `/sign-in?from=sign-up&next=${encodeURIComponent(next)}`)
    })
  }

  async function receiveSignOut(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    receiveForm(deps, request)
    const token = readCookie(request)
    if (token !== undefined) await signOut(deps.db, token)
    reply.header('set-cookie', sessionCookie(baseUrl, '', 0)).header('clear-site-data', '"storage"')
    return sendTo(reply, '/')
  }

  mountForms(app, deps, (scope) => {
    scope.get('/sign-in', { config: { routeId: 'accounts.sign_in_page' } }, (request, reply) => {
      const note: Note = readQuery(request, 'from') === 'sign-up' ? { tone: 'good', text: SIGNED_UP } : null
      return show(reply, 200, 'sign-in', { next: ownPath(readQuery(request, 'next'), HOME), note })
    })
    scope.post('/sign-in', { config: { routeId: 'accounts.sign_in' } }, receiveSignIn)
    scope.get('/sign-up', { config: { routeId: 'accounts.sign_up_page' } }, (request, reply) =>
      show(reply, 200, 'sign-up', { next: ownPath(readQuery(request, 'next'), HOME) }),
    )
    scope.post('/sign-up', { config: { routeId: 'accounts.sign_up' } }, receiveSignUp)
    scope.post('/sign-out', { config: { routeId: 'accounts.sign_out' } }, receiveSignOut)
  })
}
