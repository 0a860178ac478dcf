// Single sign-on for operators: to the identity provider, and back.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { limitByAddress } from '../../http/admission/rate-limit.ts'
import { mountForms } from '../../http/forms.ts'
import { sendMessage } from '../../http/page.ts'
import { readIncoming } from '../../http/pipeline.ts'
import type { Sso, SsoFailure, SsoStart } from '../../integrations/sso.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { SSO_START_SECONDS } from '../../kernel/limits.ts'
import { hostCookie, hostCookieName, readCookies } from '../../kernel/text/cookies.ts'
import { buildSignInCookies, buildVisit, ownPath, readBrowser } from '../accounts/index.ts'
import { signInBySso } from './service.ts'

const START = '/sign-in/sso'
const CALLBACK = '/sign-in/sso/callback'
const CONSOLE = '/console'
const COOKIE = 'freehold_sso'
/** A longer path would not fit in a cookie. */
const NEXT_LENGTH_MAX = 1000

const LINK = { href: '/sign-in', text: 'Go to the sign-in page' }
const TITLE = 'Single sign-on failed'
const UNAVAILABLE = 'The identity provider does not respond. Try again in a moment, or sign in with your password.'
const REJECTED = 'The sign-in took too long, was canceled or was already used. Start again from the sign-in page.'

type Ticket = SsoStart & { next: string; expiresAt: number }

/** Without an identity provider there are no such pages. */
export function mountSso(app: FastifyInstance, deps: Deps): void {
  if (deps.sso !== null) mountProvider(app, deps, deps.sso)
}

function mountProvider(app: FastifyInstance, deps: Deps, provider: Sso): void {
  const { config, secrets, clock } = deps
  const { baseUrl } = config

  const sealTicket = (ticket: Ticket): string => secrets.seal(JSON.stringify(ticket), COOKIE)

  /** What this browser started, if it did and not too long ago. */
  function openTicket(header: string | undefined): Ticket | undefined {
    for (const value of readCookies(header, hostCookieName(baseUrl, COOKIE))) {
      try {
        const ticket = JSON.parse(secrets.open(value, COOKIE)) as Ticket
        if (ticket.expiresAt > clock.now().getTime()) return ticket
      } catch {
        // Not one of ours.
      }
    }
    return undefined
  }

  const refuse = (reply: FastifyReply, status: number, text: string): FastifyReply =>
    sendMessage(reply, status, { title: TITLE, text, link: LINK })

  function explain(request: FastifyRequest, reply: FastifyReply, { failure, error }: SsoFailure): FastifyReply {
    deps.log.warn({ err: error, request_id: request.id }, 'single sign-on failed')
    return failure === 'unavailable' ? refuse(reply, 503, UNAVAILABLE) : refuse(reply, 400, REJECTED)
  }

  async function begin(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await limitByAddress(deps, 'sign_in', request.ip)
    const asked = readIncoming(request).pairs.find(([name]) => name === 'next')?.[1] ?? ''
    const next = asked.length > NEXT_LENGTH_MAX ? CONSOLE : ownPath(asked, CONSOLE)
    const begun = await provider.begin()
    if ('failure' in begun) return explain(request, reply, begun)
    const { url, start } = begun
    const expiresAt = addSeconds(clock.now(), SSO_START_SECONDS).getTime()
    const cookie = hostCookie(baseUrl, COOKIE, sealTicket({ ...start, next, expiresAt }), SSO_START_SECONDS)
    return reply.header('set-cookie', cookie).header('cache-control', 'no-store').redirect(url, 303)
  }

  async function finish(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await limitByAddress(deps, 'sign_in', request.ip)
    const ended = hostCookie(baseUrl, COOKIE, '', 0)
    const ticket = openTicket(request.headers.cookie)
    if (!ticket) return refuse(reply.header('set-cookie', ended), 400, REJECTED)
    const finished = await provider.finish(new URL(request.raw.url ?? '/', baseUrl), ticket)
    if ('failure' in finished) return explain(request, reply.header('set-cookie', ended), finished)
    const guesser = { ...readBrowser(request), path: CALLBACK }
    const signedIn = await signInBySso(deps, finished.claims, (user) => buildVisit(deps, guesser, user))
    if ('problem' in signedIn) return refuse(reply.header('set-cookie', ended), 403, signedIn.problem)
    const { user, token } = signedIn
    reply.header('set-cookie', [ended, ...buildSignInCookies(deps, guesser, user, token)])
    return reply.header('cache-control', 'no-store').redirect(ticket.next, 303)
  }

  mountForms(app, deps, (scope) => {
    scope.get(START, { config: { routeId: 'operators.sso_start' } }, begin)
    scope.get(CALLBACK, { config: { routeId: 'operators.sso' } }, finish)
  })
}
