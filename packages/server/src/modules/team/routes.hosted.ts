// The page behind the link of an invitation. It works without JavaScript, and opening it changes nothing.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { limitByAddress } from '../../http/admission/rate-limit.ts'
import { type Form, mountForms, receiveForm, sendTo, textFor } from '../../http/forms.ts'
import { sendMessage, sendPage } from '../../http/page.ts'
import { isoTime } from '../../http/schema.ts'
import { readSessionCookie, sessionCookie } from '../../http/session-cookie.ts'
import { ApiError } from '../../kernel/errors.ts'
import { PASSWORD_LENGTH_MIN } from '../../kernel/limits.ts'
import { parseEmail } from '../../kernel/text/email-address.ts'
import {
  buildSignInCookies,
  buildVisit,
  findSession,
  hashPassword,
  readBrowser,
  type SignedIn,
  signOut,
  signUpProblem,
} from '../accounts/index.ts'
import { describeInviter, ROLE_TEXTS } from './rules.ts'
import {
  type AcceptCall,
  acceptInvitation,
  acceptWithNewPassword,
  type OpenInvitation,
  readInvitation,
} from './service/accept.ts'

/** What the log and the audit log see of the page's path. */
const PATH = '/invitations'
const INVALID = {
  title: 'This invitation is not valid',
  text: 'The link was used, revoked or replaced, or it has expired. If you already joined, open the portal. Otherwise ask the person who invited you for a new invitation.',
  link: { href: '/portal', text: 'Open portal' },
}

type Visit = { secret: string; invitation: OpenInvitation; visitor: SignedIn | undefined }

/** Signed in with the invited address. An account from before addresses were normalized can spell it otherwise. */
const isInvited = (visitor: SignedIn, { email }: OpenInvitation): boolean => parseEmail(visitor.email) === email

/** An unconfirmed account can be a stranger's, so its session is not enough to join. */
const describeVisitor = (visitor: SignedIn, invitation: OpenInvitation) => ({
  email: visitor.email,
  state: !isInvited(visitor, invitation)
    ? ('other' as const)
    : visitor.emailConfirmedAt === null
      ? ('unconfirmed' as const)
      : ('invited' as const),
})

const describeCall = (request: FastifyRequest): AcceptCall => ({
  requestId: request.id,
  method: 'POST',
  path: PATH,
  ipAddress: request.ip,
})

export function mountInvitations(app: FastifyInstance, deps: Deps): void {
  const { baseUrl } = deps.config
  const readCookie = (request: FastifyRequest) => readSessionCookie(request.headers.cookie, baseUrl)

  async function readVisit(request: FastifyRequest): Promise<Visit | undefined> {
    const { secret } = request.params as { secret: string }
    const now = deps.clock.now()
    const invitation = await readInvitation(deps.db, secret, now)
    if (!invitation) return undefined
    const cookie = readCookie(request)
    return { secret, invitation, visitor: cookie === undefined ? undefined : await findSession(deps.db, cookie, now) }
  }

  /** The choices are the same whether the invited address has an account or not. */
  function show(reply: FastifyReply, visit: Visit, problem: ApiError | null = null): FastifyReply {
    const { secret, invitation, visitor } = visit
    const path = `${PATH}/${secret}`
    const props = {
      path,
      partner: invitation.partner.name,
      role: ROLE_TEXTS[invitation.role],
      inviter: describeInviter(invitation),
      email: invitation.email,
      expiresAt: isoTime(invitation.expiresAt),
      visitor: visitor ? describeVisitor(visitor, invitation) : null,
      problem: problem && textFor(problem),
      passwordLengthMin: PASSWORD_LENGTH_MIN,
    }
    const status = problem?.status ?? 200
    return sendPage(reply.headers(problem?.headers ?? {}), {
      status,
      name: 'invitation',
      props,
      options: { forms: ["'self'"] },
    })
  }

  const sendInvalid = (reply: FastifyReply): FastifyReply => sendMessage(reply, 404, INVALID)
  const openPortal = (reply: FastifyReply, { invitation }: Visit): FastifyReply =>
    sendTo(reply, `/portal?partner=${invitation.partnerId}`)

  /** Signed in with the invited address, which is confirmed. */
  async function join(request: FastifyRequest, reply: FastifyReply, visit: Visit): Promise<FastifyReply> {
    const { secret, invitation, visitor } = visit
    if (!visitor || describeVisitor(visitor, invitation).state !== 'invited') return sendTo(reply, `${PATH}/${secret}`)
    await limitByAddress(deps, 'sign_in', request.ip, 'accept_invitation')
    await acceptInvitation(deps, { secret, userId: visitor.userId, call: describeCall(request) })
    return openPortal(reply, visit)
  }

  /** With a new account, or with one that nobody has confirmed and that gets a new password. */
  async function createAccount(
    request: FastifyRequest,
    reply: FastifyReply,
    visit: Visit,
    password: string,
  ): Promise<FastifyReply> {
    const { email } = visit.invitation
    const problem = signUpProblem({ email, password })
    if (problem !== null) throw new ApiError('validation_error', { message: problem })
    const guesser = { ...readBrowser(request), path: PATH }
    await limitByAddress(deps, 'sign_in', request.ip, 'accept_invitation')
    const passwordHash = await hashPassword(password)
    const { token, user } = await acceptWithNewPassword(deps, {
      secret: visit.secret,
      passwordHash,
      call: describeCall(request),
      visit: buildVisit(deps, guesser, null),
    })
    return openPortal(reply.header('set-cookie', buildSignInCookies(deps, guesser, user, token)), visit)
  }

  async function switchAccount(request: FastifyRequest, reply: FastifyReply, visit: Visit): Promise<FastifyReply> {
    const token = readCookie(request)
    if (token !== undefined) await signOut(deps.db, token)
    reply.header('set-cookie', sessionCookie(baseUrl, '', 0)).header('clear-site-data', '"storage"')
    return sendTo(reply, `${PATH}/${visit.secret}`)
  }

  async function act(request: FastifyRequest, reply: FastifyReply, visit: Visit, form: Form): Promise<FastifyReply> {
    const action = form('action')
    if (action === 'join') return join(request, reply, visit)
    if (action === 'create_account') return createAccount(request, reply, visit, form('password'))
    if (action === 'switch') return switchAccount(request, reply, visit)
    throw new ApiError('validation_error', { message: 'The action is not valid. Use a button of this page.' })
  }

  async function receive(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = receiveForm(deps, request)
    const visit = await readVisit(request)
    if (!visit) return sendInvalid(reply)
    try {
      return await act(request, reply, visit, form)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      deps.metrics.errors.inc({ code: error.code })
      return error.code === 'not_found' ? sendInvalid(reply) : show(reply, visit, error)
    }
  }

  mountForms(app, deps, (scope) => {
    scope.get(`${PATH}/:secret`, { config: { routeId: 'team.invitation_page' } }, async (request, reply) => {
      const visit = await readVisit(request)
      return visit ? show(reply, visit) : sendInvalid(reply)
    })
    scope.post(`${PATH}/:secret`, { config: { routeId: 'team.accept_invitation' } }, receive)
  })
}
