// `/oauth/authorize`: an application sends a person here; the person signs in, agrees or not, and is sent back.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { limitByAddress } from '../../http/admission/rate-limit.ts'
import { type Form, mountForms, receiveForm } from '../../http/forms.ts'
import { sendMessage, sendPage } from '../../http/page.ts'
import { readIncoming } from '../../http/pipeline.ts'
import { queryPairs } from '../../http/query.ts'
import { assertConfirmed } from '../../http/session-checks.ts'
import { readSessionCookie } from '../../http/session-cookie.ts'
import { findSession, type SignedIn } from '../accounts/index.ts'
import { consentProps, formatPlace } from './pages.ts'
import { readParameters } from './rules/grants.ts'
import { formTarget } from './rules/redirects.ts'
import {
  allow,
  consentTickets,
  deny,
  isTrusted,
  type Reading,
  type Refused,
  readAuthorization,
  type Wish,
} from './service/authorize.ts'

const AUTHORIZE = '/oauth/authorize'

/** Longer than any request of a sound client, short enough to be carried through the sign-in. */
const REQUEST_LENGTH_MAX = 4096

type Decision = { location: string } | { problem: string } | { refused: Refused }

const sendTo = (reply: FastifyReply, location: string, status: 302 | 303): FastifyReply =>
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(location, status)

const showProblem = (reply: FastifyReply, message: string): FastifyReply =>
  sendMessage(reply, 400, {
    title: 'This authorization request is not valid',
    text: `${message} Go back to the application and start again.`,
  })

/** The person decides whether to go where an application that asked wrongly says it is. */
const showRefused = (reply: FastifyReply, { client, redirectUri, message, location }: Refused): FastifyReply => {
  const place = formatPlace(redirectUri)
  return sendMessage(reply, 400, {
    title: 'This authorization request is not valid',
    text: `The application “${client.name}” at ${place} sent an invalid request: ${message}. We shared nothing with it.`,
    link: { href: location, text: `Return to ${place}` },
  })
}

/** An application must not speak for an address that is not proven. */
const askToConfirm = (reply: FastifyReply, { email }: SignedIn): FastifyReply =>
  sendMessage(reply, 403, {
    title: 'Confirm your email address first',
    text: `Open the link in the message we sent to ${email}, then return to the application and start again.`,
    link: { href: '/account/security', text: 'Send the message again' },
  })

/** Encoded anew: the same text wherever it is written down, whatever the sender's habits. */
const normalise = (pairs: readonly (readonly [string, string])[]): string =>
  new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString()

export function mountAuthorize(app: FastifyInstance, deps: Deps): void {
  const { config, db, clock } = deps

  async function read(request: string, address: string): Promise<Reading> {
    if (request.length > REQUEST_LENGTH_MAX)
      return {
        kind: 'unknown',
        message: 'The authorization request is too long. Contact the developer of the application.',
      }
    const countReading = () => limitByAddress(deps, 'oauth_register', address)
    return readAuthorization(deps, readParameters(queryPairs(request)), countReading)
  }

  async function readSession(request: FastifyRequest): Promise<SignedIn | undefined> {
    const token = readSessionCookie(request.headers.cookie, config.baseUrl)
    return token === undefined ? undefined : findSession(db, token, clock.now())
  }

  function ask(reply: FastifyReply, wish: Wish, session: SignedIn, request: string): FastifyReply {
    const ticket = consentTickets(deps, session).make(request)
    const forms = ["'self'", formTarget(wish.redirectUri)] as const
    const props = { ...consentProps(wish), email: session.email, request, ticket }
    return sendPage(reply, { status: 200, name: 'consent', props, options: { forms } })
  }

  const refuse = async (reading: Refused, { userId }: SignedIn): Promise<Decision> =>
    (await isTrusted(db, reading.client, userId)) ? { location: reading.location } : { refused: reading }

  function conclude(reply: FastifyReply, decision: Decision, status: 302 | 303): FastifyReply {
    if ('location' in decision) return sendTo(reply, decision.location, status)
    return 'refused' in decision ? showRefused(reply, decision.refused) : showProblem(reply, decision.problem)
  }

  /** Everything is read once more: what counts is the request on the form, which the ticket holds to what was shown. */
  async function decide(form: Form, session: SignedIn | undefined, address: string): Promise<Decision> {
    const request = form('request')
    if (!session || !consentTickets(deps, session).isGood(request, form('ticket')))
      return { problem: 'The page expired, or you signed out in the meantime.' }
    const reading = await read(request, address)
    if (reading.kind === 'unknown') return { problem: reading.message }
    if (reading.kind === 'refused') return refuse(reading, session)
    const isAllowed = form('decision') === 'allow'
    if (isAllowed) assertConfirmed(session)
    return { location: isAllowed ? await allow(deps, session, reading.wish) : deny(reading.wish) }
  }

  mountForms(app, deps, (scope) => {
    scope.get(AUTHORIZE, { config: { routeId: 'oauth.authorize' } }, async (incoming, reply) => {
      const request = normalise(readIncoming(incoming).pairs)
      const reading = await read(request, incoming.ip)
      if (reading.kind === 'unknown') return showProblem(reply, reading.message)
      const session = await readSession(incoming)
      if (!session) return sendTo(reply, `/sign-in?next=${encodeURIComponent(`${AUTHORIZE}?${request}`)}`, 302)
      if (reading.kind === 'refused') return conclude(reply, await refuse(reading, session), 302)
      if (session.emailConfirmedAt === null) return askToConfirm(reply, session)
      return ask(reply, reading.wish, session, request)
    })
    scope.post(AUTHORIZE, { config: { routeId: 'oauth.consent' } }, async (request, reply) => {
      const outcome = await decide(receiveForm(deps, request), await readSession(request), request.ip)
      return conclude(reply, outcome, 303)
    })
  })
}
