// The page behind the link of an operator invitation: a plain form that works without JavaScript.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { limitByAddress } from '../../http/admission/rate-limit.ts'
import { mountForms, receiveForm, textFor } from '../../http/forms.ts'
import { sendMessage, sendPage } from '../../http/page.ts'
import { readSessionCookie } from '../../http/session-cookie.ts'
import { ApiError } from '../../kernel/errors.ts'
import { PASSWORD_LENGTH_MIN } from '../../kernel/limits.ts'
import { ROLE_TEXTS } from '../../kernel/operator-roles.ts'
import {
  buildSignInCookies,
  buildVisit,
  findSession,
  findUserByEmail,
  hashPassword,
  readBrowser,
  signUpProblem,
} from '../accounts/index.ts'
import { acceptInvitation, findInvitation, nextStep, toInviter } from './service/invite.ts'
import type { Invitation } from './store/invitations.ts'

const PATH = '/operator-invitations'
const CONSOLE = '/console'
const INVALID = {
  title: 'This invitation is not valid',
  text: 'It was already accepted, has expired or was revoked. Ask an admin of the marketplace for a new invitation.',
}

export function mountOperatorInvitations(app: FastifyInstance, deps: Deps): void {
  const { baseUrl } = deps.config

  function findVisitor(request: FastifyRequest) {
    const cookie = readSessionCookie(request.headers.cookie, baseUrl)
    return cookie === undefined ? undefined : findSession(deps.db, cookie, deps.clock.now())
  }

  const readSecret = (request: FastifyRequest): string => (request.params as { token: string }).token

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    invitation: Invitation,
    problem: string | null,
  ): Promise<FastifyReply> {
    const session = await findVisitor(request)
    const account = await findUserByEmail(deps.db, invitation.email)
    const props = {
      step: nextStep(invitation, account, session?.email),
      path: `${PATH}/${readSecret(request)}`,
      email: invitation.email,
      role: invitation.role,
      roleText: ROLE_TEXTS[invitation.role],
      invitedBy: toInviter(invitation.invitedBy),
      expiresAt: invitation.expiresAt.toISOString(),
      isNew: account === undefined,
      signedInAs: session?.email ?? null,
      passwordLengthMin: PASSWORD_LENGTH_MIN,
      problem,
    }
    return sendPage(reply, { status, name: 'operator-invitation', props, options: { forms: ["'self'"] } })
  }

  async function showInvitation(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const invitation = await findInvitation(deps.db, readSecret(request), deps.clock.now())
    return invitation ? show(request, reply, 200, invitation, null) : sendMessage(reply, 404, INVALID)
  }

  async function accept(request: FastifyRequest, reply: FastifyReply, invitation: Invitation, password: string) {
    await limitByAddress(deps, 'sign_in', request.ip)
    const problem = password === '' ? null : signUpProblem({ email: invitation.email, password })
    if (problem !== null) return show(request, reply, 400, invitation, problem)
    const guesser = { ...readBrowser(request), path: PATH }
    const accepted = await acceptInvitation(
      deps,
      {
        secret: readSecret(request),
        describeVisit: (user) => buildVisit(deps, guesser, user),
        session: await findVisitor(request),
        passwordHash: password === '' ? null : await hashPassword(password),
      },
      deps.clock.now(),
    )
    if (accepted.kind === 'invalid') return sendMessage(reply, 404, INVALID)
    if (accepted.kind === 'step') {
      const missing = accepted.step === 'choose_password' ? 'Choose a password to continue.' : null
      return show(request, reply, 409, invitation, missing)
    }
    const cookies = buildSignInCookies(deps, guesser, accepted.user, accepted.sessionToken)
    return reply.header('set-cookie', cookies).header('cache-control', 'no-store').redirect(CONSOLE, 303)
  }

  async function receiveAccept(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = receiveForm(deps, request)
    const invitation = await findInvitation(deps.db, readSecret(request), deps.clock.now())
    if (!invitation) return sendMessage(reply, 404, INVALID)
    try {
      return await accept(request, reply, invitation, form('password'))
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      return show(request, reply.headers(error.headers), error.status, invitation, textFor(error))
    }
  }

  mountForms(app, deps, (scope) => {
    scope.get(`${PATH}/:token`, { config: { routeId: 'operators.invitation_page' } }, showInvitation)
    scope.post(`${PATH}/:token`, { config: { routeId: 'operators.accept_invitation' } }, receiveAccept)
  })
}
