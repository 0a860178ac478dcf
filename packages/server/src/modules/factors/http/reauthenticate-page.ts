// Re-authentication as a page with plain forms, which work without JavaScript. Passkeys need it, and have the dialog of the pages.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { type Form, receiveForm, sendTo, textFor } from '../../../http/forms.ts'
import { sendPage } from '../../../http/page.ts'
import { readIncoming } from '../../../http/pipeline.ts'
import { readSessionCookie } from '../../../http/session-cookie.ts'
import { ApiError } from '../../../kernel/errors.ts'
import {
  findSession,
  findUser,
  NOTHING,
  type Note,
  ownPath,
  PASSWORD,
  type SignedIn,
  type Steps,
} from '../../accounts/index.ts'
import { REAUTHENTICATE } from '../rules/reauthenticate-path.ts'
import { listProofs, type Proofs, reauthenticateNow } from '../service/reauthenticate.ts'
import { checkProof } from './person.ts'

const CODE = {
  name: 'code',
  label: 'Code',
  type: 'text',
  autoComplete: 'one-time-code',
  hint: 'Six digits from your authenticator app, or a recovery code.',
} as const

const NO_PROOF = 'Your account has no password. Sign out, then sign in again with single sign-on.'

function buildSteps(email: string, next: string, { password, code }: Proofs, note: Note): Steps {
  const form = { action: REAUTHENTICATE, hidden: { next } }
  return {
    ...NOTHING,
    heading: 'Confirm that it is you',
    texts: [
      `You are signed in as ${email}. This operation requires a recent sign-in.`,
      ...(password || code ? [] : [NO_PROOF]),
    ],
    note,
    forms: [
      ...(code ? [{ ...form, fields: [CODE], submit: 'Confirm code' }] : []),
      ...(password ? [{ ...form, fields: [PASSWORD], submit: 'Confirm password', isSecond: code }] : []),
    ],
  }
}

export function createReauthenticatePage(deps: Deps) {
  async function readSession(request: FastifyRequest): Promise<SignedIn | undefined> {
    const token = readSessionCookie(request.headers.cookie, deps.config.baseUrl)
    return token === undefined ? undefined : findSession(deps.db, token, deps.clock.now())
  }

  async function show(
    reply: FastifyReply,
    status: number,
    { session, next, note }: { session: SignedIn; next: string; note: Note },
  ): Promise<FastifyReply> {
    const user = await findUser(deps.db, session.userId)
    const proofs = await listProofs(deps.db, user, session)
    const props = buildSteps(user.email, next, proofs, note)
    return sendPage(reply, { status, name: 'steps', props, options: { forms: ["'self'"] } })
  }

  const toSignIn = (reply: FastifyReply, next: string): FastifyReply =>
    sendTo(reply, `/sign-in?next=${encodeURIComponent(next)}`)

  async function prove(request: FastifyRequest, session: SignedIn, form: Form): Promise<void> {
    const route = 'factors.reauthenticate'
    const call = { requestId: request.id, method: 'POST', path: REAUTHENTICATE, route, address: request.ip }
    const user = await findUser(deps.db, session.userId)
    const sent = form('code') === '' ? { password: form('password') } : { code: form('code').trim() }
    const proof = await checkProof(deps, user, sent, call)
    await reauthenticateNow(deps, { session, user, proof, call })
  }

  return {
    async showPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const session = await readSession(request)
      const next = ownPath(readIncoming(request).pairs.find(([name]) => name === 'next')?.[1] ?? '', '/account')
      return session ? show(reply, 200, { session, next, note: null }) : toSignIn(reply, next)
    },

    async receivePage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const form = receiveForm(deps, request)
      const next = ownPath(form('next'), '/account')
      const session = await readSession(request)
      if (!session) return toSignIn(reply, next)
      try {
        await prove(request, session, form)
        return await sendTo(reply, next)
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error
        deps.metrics.errors.inc({ code: error.code })
        const isWrong = error.code === 'validation_error'
        const text = isWrong ? `The ${form('code') === '' ? 'password' : 'code'} is incorrect.` : textFor(error)
        return show(reply.headers(error.headers), isWrong ? 401 : error.status, {
          session,
          next,
          note: { tone: 'bad', text },
        })
      }
    },
  }
}
