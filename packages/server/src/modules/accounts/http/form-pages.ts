// Pages with a form of accounts: how they are shown, shown again with what was typed, and left.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { sendTo, textFor } from '../../../http/forms.ts'
import { sendPage } from '../../../http/page.ts'
import { readSessionCookie } from '../../../http/session-cookie.ts'
import { ApiError } from '../../../kernel/errors.ts'
import type { Note, Steps } from '../pages.ts'
import type { Visit } from '../rules/audit.ts'
import { findSession } from '../service/sign-in.ts'
import type { SignedIn } from '../store/sessions.ts'

/** Where someone who signed in without a destination belongs: the console, the portal or the account. */
export type FindHome = (session: Pick<SignedIn, 'userId' | 'operatorRole'>) => Promise<string>

export const FORMS = { forms: ["'self'"] } as const
export const bad = (text: string): Note => ({ tone: 'bad', text })

export const showSteps = (reply: FastifyReply, status: number, props: Steps): FastifyReply =>
  sendPage(reply, { status, name: 'steps', props, options: FORMS })

export const addNext = (path: string, next: string): string =>
  next === '' ? path : `${path}&next=${encodeURIComponent(next)}`

/** `path` stands for the route: the secret of a link is not written down. */
export const readFormVisit = (request: FastifyRequest, path: string): Visit => ({
  requestId: request.id,
  method: 'POST',
  path,
  address: request.ip,
})

type ShowAgain = (reply: FastifyReply, status: number, note: Note) => FastifyReply

export type FormPages = ReturnType<typeof createFormPages>

export function createFormPages(deps: Deps, findHome: FindHome) {
  const readCookie = (request: FastifyRequest) => readSessionCookie(request.headers.cookie, deps.config.baseUrl)

  const readSession = async (token: string | undefined): Promise<SignedIn | undefined> =>
    token === undefined ? undefined : findSession(deps.db, token, deps.clock.now())

  /** Over a limit, shows the form again with what was typed. */
  async function keepTyped(
    reply: FastifyReply,
    showAgain: ShowAgain,
    send: () => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'rate_limited') throw error
      deps.metrics.errors.inc({ code: error.code })
      return showAgain(reply.headers(error.headers), error.status, bad(textFor(error)))
    }
  }

  /** To where the person was going, or where they belong. */
  async function sendOn(reply: FastifyReply, token: string, next: string): Promise<FastifyReply> {
    const session = next === '' ? await readSession(token) : undefined
    return sendTo(reply, session ? await findHome(session) : next || '/account')
  }

  return { readCookie, readSession, keepTyped, sendOn }
}
