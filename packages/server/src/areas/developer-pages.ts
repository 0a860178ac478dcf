// From nothing to a signed request: the developers' page, and the form behind which stand an account, a partner and its key.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { type Form, receiveForm } from '../http/forms.ts'
import { type PageOptions, sendPage } from '../http/page.ts'
import { assertWithinLimit } from '../http/rate-limit.ts'
import { readSessionCookie, sessionCookie } from '../http/session-cookie.ts'
import { ApiError, invariant } from '../kernel/errors.ts'
import { PASSWORD_LENGTH_MIN, SESSION_LIFE_SECONDS } from '../kernel/limits.ts'
import { accountBucket, findSession, signIn, signUp, signUpProblem } from '../modules/accounts/index.ts'
import { startPartner } from '../modules/partners/index.ts'
import { publicOptions, type Visitor, visitorOf } from './visits.ts'

const START = '/developers/start'

/** For the table of known paths: another method on them is 405. */
export const DEVELOPER_PATHS = [
  { method: 'GET', url: '/developers' },
  { method: 'POST', url: START },
]

const COMPANY_LENGTH_MAX = 200
/** The same as at a sign-in: nobody learns here who has an account. */
const WRONG = new ApiError('invalid_token', { message: 'The address or the password is wrong.' })

type Person = Pick<Visitor, 'userId' | 'email' | 'role'>
/** Who starts, and the session that was begun for them, if it was. */
type Starter = { person: Person; token: string | null }

export function mountDevelopers(scope: FastifyInstance, deps: Deps): void {
  const { baseUrl } = deps.config

  async function showDevelopers(
    request: FastifyRequest,
    reply: FastifyReply,
    refused?: { error: ApiError; company: string; email: string },
  ): Promise<FastifyReply> {
    const props = {
      baseUrl,
      passwordLengthMin: PASSWORD_LENGTH_MIN,
      company: refused?.company ?? '',
      email: refused?.email ?? '',
      problem: refused?.error.message ?? null,
    }
    const options = await publicOptions(deps, request, '/developers')
    return sendPage(reply, { status: refused?.error.status ?? 200, name: 'developers', props, options })
  }

  /** A new account, or the one that the address and the password open: its password may be older than the rules for new ones. */
  async function enter(request: FastifyRequest, account: { email: string; password: string }): Promise<Starter> {
    await assertWithinLimit(deps, 'sign_in', request.ip)
    await assertWithinLimit(deps, 'sign_in', accountBucket(account.email))
    const problem = signUpProblem(account)
    if (problem === null) await signUp(deps, account)
    const before = readSessionCookie(request.headers.cookie, baseUrl)
    const token = await signIn(deps, account, { before, requestId: request.id, path: START, address: request.ip })
    if (token === null) throw problem === null ? WRONG : new ApiError('validation_error', { message: problem })
    const person = await findSession(deps.db, token, deps.clock.now())
    invariant(person, 'a session that was just begun is there')
    return { person, token }
  }

  async function starterOf(request: FastifyRequest, form: Form): Promise<Starter> {
    const visitor = await visitorOf(deps, request)
    return visitor
      ? { person: visitor, token: null }
      : enter(request, { email: form('email').trim(), password: form('password') })
  }

  function companyOf(form: Form): string {
    const company = form('company').trim()
    if (company === '' || company.length > COMPANY_LENGTH_MAX)
      throw new ApiError('validation_error', { message: 'Please give the name of your company or project.' })
    return company
  }

  async function start(request: FastifyRequest, reply: FastifyReply, form: Form): Promise<FastifyReply> {
    const name = companyOf(form)
    const { person, token } = await starterOf(request, form)
    if (token !== null) reply.header('set-cookie', sessionCookie(baseUrl, token, SESSION_LIFE_SECONDS))
    const now = deps.clock.now()
    const { credential, secret } = await deps.db.tx(async (tx) => {
      const started = await startPartner(deps, tx, { userId: person.userId, name }, now)
      await deps.audit.write(tx, {
        actor: `user:${person.email}`,
        requestId: request.id,
        method: 'POST',
        path: START,
        route: 'pages.start',
        status: 201,
        input: { name, partner_id: started.partner.id, key_id: started.credential.keyId },
      })
      return started
    })
    const props = { baseUrl, company: name, keyId: credential.keyId, secret }
    const { email, role } = person
    const options: PageOptions = { person: { email, role, isPartner: true }, forms: ["'self'"] }
    return sendPage(reply, { status: 201, name: 'first-key', props, options })
  }

  async function receiveStart(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = receiveForm(deps, request)
    try {
      return await start(request, reply, form)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      const refused = { error, company: form('company'), email: form('email') }
      return showDevelopers(request, reply.headers(error.headers), refused)
    }
  }

  scope.get('/developers', { config: { routeId: 'pages.developers' } }, (request, reply) =>
    showDevelopers(request, reply),
  )
  scope.post(START, { config: { routeId: 'pages.start' } }, receiveStart)
}
