// The pages that links in messages lead to. Reading one changes nothing, because mail scanners follow links; its button does.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { limitByAddress } from '../../../http/admission/rate-limit.ts'
import { receiveForm, sendTo } from '../../../http/forms.ts'
import { invariant } from '../../../kernel/errors.ts'
import * as pages from '../pages.ts'
import { hashPassword } from '../rules/passwords.ts'
import { ownPath } from '../rules/sessions.ts'
import { confirmAddressChange, type FoundChange, findAddressChange } from '../service/change-address.ts'
import { newPasswordProblem, resetPassword } from '../service/change-password.ts'
import { confirmAddress } from '../service/confirm-address.ts'
import { findLink } from '../service/issue-token.ts'
import { addNext, bad, type FormPages, readFormVisit, showSteps } from './form-pages.ts'
import { attemptSignIn, buildSecondStepPath, readBrowser } from './sign-in.ts'

const WRONG_PASSWORD = 'The password is incorrect.'

type Note = pages.Note
type Token = { Params: { token: string } }

export function createLinkPages(deps: Deps, { readCookie, readSession, keepTyped, sendOn }: FormPages) {
  async function gone(request: FastifyRequest, reply: FastifyReply, kind: 'confirm' | 'reset' | 'change') {
    const session = await readSession(readCookie(request))
    const isDone = kind === 'confirm' && session && session.emailConfirmedAt !== null
    return showSteps(
      reply,
      404,
      isDone ? pages.confirmedSteps(session.email) : pages.goneSteps(kind, session?.email ?? ''),
    )
  }

  async function showConfirm(request: FastifyRequest<Token>, reply: FastifyReply): Promise<FastifyReply> {
    const { token } = request.params
    const link = await findLink(deps.db, 'confirm_email', token, deps.clock.now())
    if (!link) return gone(request, reply, 'confirm')
    const session = await readSession(readCookie(request))
    const isOwn = session?.userId === link.user.id
    return showSteps(reply, 200, pages.confirmSteps(`/confirm/${token}`, link.user.email, isOwn, null))
  }

  /**
   * Anyone can sign up with an address that is not theirs. So the link alone does not confirm the account for the person who
   * created it: the reader of the message has it open, knows its password, or takes it over with a new one.
   */
  async function receiveConfirm(request: FastifyRequest<Token>, reply: FastifyReply): Promise<FastifyReply> {
    const form = receiveForm(deps, request)
    const { token: secret } = request.params
    const link = await findLink(deps.db, 'confirm_email', secret, deps.clock.now())
    if (!link) return gone(request, reply, 'confirm')
    const { email } = link.user
    const visit = readFormVisit(request, '/confirm')
    const next = ownPath(String(link.token.data.next ?? ''), '')
    const showAgain = (to: FastifyReply, status: number, note: Note): FastifyReply =>
      showSteps(to, status, pages.confirmSteps(`/confirm/${secret}`, email, false, note))

    const confirmAndSendOn = async (session: string): Promise<FastifyReply> =>
      (await confirmAddress(deps, { secret, newHash: null, visit }))
        ? sendOn(reply, session, next)
        : gone(request, reply, 'confirm')

    return keepTyped(reply, showAgain, async () => {
      if (form('how') === 'new_password') {
        await limitByAddress(deps, 'sign_in', request.ip)
        const problem = newPasswordProblem(email, form('new_password'))
        if (problem !== null) return showAgain(reply, 400, bad(problem))
        const newHash = await hashPassword(form('new_password'))
        if (!(await confirmAddress(deps, { secret, newHash, visit }))) return gone(request, reply, 'confirm')
        return sendTo(reply, addNext('/sign-in?from=reset', next))
      }
      if (form('how') === 'password') {
        const guesser = { ...readBrowser(request), path: '/confirm' }
        const signedIn = await attemptSignIn(deps, { guesser, email, password: form('password') })
        if (signedIn === null) return showAgain(reply, 401, bad(WRONG_PASSWORD))
        reply.header('set-cookie', signedIn.cookies)
        if (signedIn.kind === 'second_step') return sendTo(reply, buildSecondStepPath(`/confirm/${secret}`))
        return confirmAndSendOn(signedIn.token)
      }
      const token = readCookie(request)
      if ((await readSession(token))?.userId !== link.user.id) return showAgain(reply, 401, null)
      invariant(token, 'a session was found by its token')
      return confirmAndSendOn(token)
    })
  }

  async function showReset(request: FastifyRequest<Token>, reply: FastifyReply): Promise<FastifyReply> {
    const { token } = request.params
    const link = await findLink(deps.db, 'reset_password', token, deps.clock.now())
    if (!link) return gone(request, reply, 'reset')
    return showSteps(reply, 200, pages.resetSteps(`/reset-password/${token}`, link.user.email, null))
  }

  async function receiveReset(request: FastifyRequest<Token>, reply: FastifyReply): Promise<FastifyReply> {
    const form = receiveForm(deps, request)
    const { token: secret } = request.params
    const link = await findLink(deps.db, 'reset_password', secret, deps.clock.now())
    if (!link) return gone(request, reply, 'reset')
    const { email } = link.user
    const showAgain = (to: FastifyReply, status: number, note: Note): FastifyReply =>
      showSteps(to, status, pages.resetSteps(`/reset-password/${secret}`, email, note))
    return keepTyped(reply, showAgain, async () => {
      await limitByAddress(deps, 'sign_in', request.ip)
      const problem = newPasswordProblem(email, form('new_password'))
      if (problem !== null) return showAgain(reply, 400, bad(problem))
      const newHash = await hashPassword(form('new_password'))
      const isReset = await resetPassword(deps, { secret, newHash, visit: readFormVisit(request, '/reset-password') })
      return isReset ? sendTo(reply, '/sign-in?from=reset') : gone(request, reply, 'reset')
    })
  }

  /**
   * The new address may be anyone's: its reader confirms only in a browser in which the account is open. Otherwise one click would
   * give a stranger's account an address, and what was bought with it.
   */
  const mayConfirmSide = async (request: FastifyRequest, { side, userId }: FoundChange): Promise<boolean> =>
    side === 'current' || (await readSession(readCookie(request)))?.userId === userId

  const buildChangeSteps = async (request: FastifyRequest<Token>, found: FoundChange): Promise<pages.Steps> => {
    const path = `/change-email/${request.params.token}`
    return (await mayConfirmSide(request, found))
      ? pages.changeSteps(path, found.change)
      : pages.changeSignInSteps(path, found.change)
  }

  async function showChange(request: FastifyRequest<Token>, reply: FastifyReply): Promise<FastifyReply> {
    const { token } = request.params
    const found = await findAddressChange(deps, token)
    if (!found) return gone(request, reply, 'change')
    return showSteps(reply, 200, await buildChangeSteps(request, found))
  }

  async function receiveChange(request: FastifyRequest<Token>, reply: FastifyReply): Promise<FastifyReply> {
    receiveForm(deps, request)
    await limitByAddress(deps, 'sign_in', request.ip)
    const found = await findAddressChange(deps, request.params.token)
    if (!found) return gone(request, reply, 'change')
    if (!(await mayConfirmSide(request, found))) return showSteps(reply, 401, await buildChangeSteps(request, found))
    const visit = readFormVisit(request, '/change-email')
    const outcome = await confirmAddressChange(deps, { secret: request.params.token, visit })
    if (outcome.kind === 'gone') return gone(request, reply, 'change')
    return showSteps(reply, 200, pages.changedSteps(outcome.kind, outcome.change))
  }

  return { showConfirm, receiveConfirm, showReset, receiveReset, showChange, receiveChange }
}
