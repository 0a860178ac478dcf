// From nothing to a signed request: the developers' page, and the form behind which are an account, a partner and its key.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSignUpOpen } from '../config.ts'
import type { Deps } from '../deps.ts'
import { type Form, receiveForm, textFor } from '../http/forms.ts'
import { readParameter } from '../http/incoming.ts'
import { type PageOptions, sendPage } from '../http/page.ts'
import { assertConfirmed, assertRecentSignIn, assertSignUpOpen } from '../http/session-checks.ts'
import { ApiError, invariant } from '../kernel/errors.ts'
import { PASSWORD_LENGTH_MIN } from '../kernel/limits.ts'
import {
  attemptSignIn,
  buildSecondStepPath,
  developmentHint,
  findSession,
  readBrowser,
  signUp,
  signUpProblem,
} from '../modules/accounts/index.ts'
import { buildReauthenticatePath } from '../modules/factors/index.ts'
import { partnerNameProblem, startPartner } from '../modules/partners/index.ts'
import { findVisitor, publicOptions, toPerson, type Visitor } from './visits.ts'

const START = '/developers/start'

const COMPANY_LENGTH_MAX = 200

type Person = Pick<Visitor, 'userId' | 'email' | 'operatorRole' | 'emailConfirmedAt' | 'authenticatedAt'>
/** Who starts, and the cookies of the session that was begun for them, if it was. */
type Starter = { person: Person; cookies: string[] }
/** The account has a second factor: the person signs in first, and comes back to the form. */
type SecondStep = { person: null; cookies: string[] }

/** Where the link in the confirmation leads: here again, with the name that was typed. */
const continueAt = (company: string): string => `/developers?company=${encodeURIComponent(company)}`

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
      company: refused?.company ?? readParameter(request, 'company').slice(0, COMPANY_LENGTH_MAX),
      email: refused?.email ?? '',
      problem: refused ? textFor(refused.error) : null,
      canStart: isSignUpOpen(deps.config),
    }
    const options = await publicOptions(deps, request, '/developers')
    return sendPage(reply, { status: refused?.error.status ?? 200, name: 'developers', props, options })
  }

  /**
   * The account that the address and the password open: its password may be older than the rules for new ones. Null for anyone
   * else, who gets a message, whether the address has an account or not.
   */
  async function enter(
    request: FastifyRequest,
    account: { email: string; password: string },
    company: string,
  ): Promise<Starter | SecondStep | null> {
    const problem = signUpProblem(account)
    const guesser = { ...readBrowser(request), path: START }
    const signedIn = await attemptSignIn(deps, { guesser, ...account })
    if (signedIn === null) {
      if (problem !== null) throw new ApiError('validation_error', { message: problem })
      await signUp(deps, account, continueAt(company))
      return null
    }
    if (signedIn.kind === 'second_step') return { person: null, cookies: signedIn.cookies }
    const person = await findSession(deps.db, signedIn.token, deps.clock.now())
    invariant(person, 'a session that was just begun is there')
    return { person, cookies: signedIn.cookies }
  }

  async function identifyStarter(
    request: FastifyRequest,
    form: Form,
    company: string,
  ): Promise<Starter | SecondStep | null> {
    const visitor = await findVisitor(deps, request)
    return visitor
      ? { person: visitor, cookies: [] }
      : enter(request, { email: form('email').trim(), password: form('password') }, company)
  }

  const askToConfirm = (reply: FastifyReply): FastifyReply =>
    sendPage(reply, {
      status: 202,
      name: 'steps',
      props: {
        heading: 'Check your email',
        texts: [
          `We sent you a message. Follow the link in it to confirm your email address, then get your keys.${developmentHint(deps.config.production)}`,
        ],
        note: null,
        forms: [],
        link: { href: '/docs', text: 'Read the API reference' },
      },
    })

  function readCompany(form: Form): string {
    const company = form('company').trim()
    if (company === '' || company.length > COMPANY_LENGTH_MAX)
      throw new ApiError('validation_error', {
        message: 'Enter the name of your company or project, at most 200 characters.',
      })
    const problem = partnerNameProblem(company)
    if (problem !== null)
      throw new ApiError('validation_error', { message: `The name of your company or project ${problem}.` })
    return company
  }

  async function start(request: FastifyRequest, reply: FastifyReply, form: Form): Promise<FastifyReply> {
    const name = readCompany(form)
    const starter = await identifyStarter(request, form, name)
    if (starter === null) return askToConfirm(reply)
    const { person, cookies } = starter
    if (cookies.length > 0) reply.header('set-cookie', cookies)
    if (person === null)
      return reply.header('cache-control', 'no-store').redirect(buildSecondStepPath(continueAt(name)), 303)
    assertConfirmed(person)
    assertRecentSignIn(person, deps.clock.now())
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
      assertSignUpOpen(deps.config)
      return await start(request, reply, form)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      if (error.code === 'reauthentication_required')
        return reply
          .header('cache-control', 'no-store')
          .redirect(buildReauthenticatePath(continueAt(form('company').trim())), 303)
      const refused = { error, company: form('company'), email: form('email') }
      return showDevelopers(request, reply.headers(error.headers), refused)
    }
  }

  scope.get('/developers', { config: { routeId: 'pages.developers' } }, (request, reply) =>
    showDevelopers(request, reply),
  )
  scope.post(START, { config: { routeId: 'pages.start' } }, receiveStart)
}
