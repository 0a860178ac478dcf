// From nothing to a signed request: the developers' page, and the form behind which stand an account, a partner and its key.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { type Form, receiveForm, textFor } from '../http/forms.ts'
import { type PageOptions, sendPage } from '../http/page.ts'
import { ApiError, invariant } from '../kernel/errors.ts'
import { PASSWORD_LENGTH_MIN } from '../kernel/limits.ts'
import { attemptSignIn, findSession, readBrowser, signUp, signUpProblem } from '../modules/accounts/index.ts'
import { startPartner } from '../modules/partners/index.ts'
import { findVisitor, publicOptions, toPerson, type Visitor } from './visits.ts'

const START = '/developers/start'

const COMPANY_LENGTH_MAX = 200
/** The same as at a sign-in: nobody learns here who has an account. */
const WRONG = new ApiError('invalid_token', { message: 'The email address or password is incorrect.' })

type Person = Pick<Visitor, 'userId' | 'email' | 'operatorRole'>
/** Who starts, and the cookies of the session that was begun for them, if it was. */
type Starter = { person: Person; cookies: string[] }

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
      problem: refused ? textFor(refused.error) : null,
    }
    const options = await publicOptions(deps, request, '/developers')
    return sendPage(reply, { status: refused?.error.status ?? 200, name: 'developers', props, options })
  }

  /** A new account, or the one that the address and the password open: its password may be older than the rules for new ones. */
  async function enter(request: FastifyRequest, account: { email: string; password: string }): Promise<Starter> {
    const problem = signUpProblem(account)
    const guesser = { ...readBrowser(request), path: START }
    const before = async () => (problem === null ? signUp(deps, account) : undefined)
    const signedIn = await attemptSignIn(deps, { guesser, ...account, before })
    if (signedIn === null) throw problem === null ? WRONG : new ApiError('validation_error', { message: problem })
    const person = await findSession(deps.db, signedIn.token, deps.clock.now())
    invariant(person, 'a session that was just begun is there')
    return { person, cookies: signedIn.cookies }
  }

  async function identifyStarter(request: FastifyRequest, form: Form): Promise<Starter> {
    const visitor = await findVisitor(deps, request)
    return visitor
      ? { person: visitor, cookies: [] }
      : enter(request, { email: form('email').trim(), password: form('password') })
  }

  function readCompany(form: Form): string {
    const company = form('company').trim()
    if (company === '' || company.length > COMPANY_LENGTH_MAX)
      throw new ApiError('validation_error', {
        message: 'Enter the name of your company or project, at most 200 characters.',
      })
    return company
  }

  async function start(request: FastifyRequest, reply: FastifyReply, form: Form): Promise<FastifyReply> {
    const name = readCompany(form)
    const { person, cookies } = await identifyStarter(request, form)
    if (cookies.length > 0) reply.header('set-cookie', cookies)
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
    const options: PageOptions = { person: toPerson({ ...person, isPartner: true }), forms: ["'self'"] }
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
