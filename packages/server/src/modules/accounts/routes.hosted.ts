// Signing up, in and out, links in messages and forgotten passwords: plain forms that work without JavaScript.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isMailOff } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { limitByAddress } from '../../http/admission/rate-limit.ts'
import { mountForms, receiveForm, sendTo } from '../../http/forms.ts'
import { readParameter } from '../../http/incoming.ts'
import { sendPage } from '../../http/page.ts'
import { assertSignUpOpen } from '../../http/session-checks.ts'
import { sessionCookie } from '../../http/session-cookie.ts'
import { isEmail } from '../../kernel/text/email-address.ts'
import { addNext, bad, createFormPages, type FindHome, showSteps } from './http/form-pages.ts'
import { createLinkPages } from './http/link-pages.ts'
import { attemptSignIn, buildSecondStepPath, buildSignInPage, readBrowser } from './http/sign-in.ts'
import * as pages from './pages.ts'
import { ownPath } from './rules/sessions.ts'
import { requestReset } from './service/change-password.ts'
import { requestConfirmation } from './service/confirm-address.ts'
import { signOut } from './service/sign-in.ts'
import { signUp, signUpProblem } from './service/sign-up.ts'

const WRONG = 'The email address or password is incorrect.'
const NO_EMAIL = 'Enter a valid email address.'
const EXPIRED = 'This sign-in expired, or had too many wrong codes. Sign in again.'
const RESET = 'Your password is changed. Sign in with the new password.'
/** True whether the account is new or existed before. */
const SIGNED_UP = 'We sent you a message. Follow the link in it to confirm your email address. You can sign in already.'

type Note = pages.Note
type Typed = { kind: 'sign-in' | 'sign-up'; next: string; email: string }
export function mountAccounts(app: FastifyInstance, deps: Deps, findHome: FindHome): void {
  const { baseUrl, production, supportContact } = deps.config
  const formPages = createFormPages(deps, findHome)
  const { readCookie, keepTyped, sendOn } = formPages
  const show = (
    reply: FastifyReply,
    status: number,
    kind: Typed['kind'],
    form: { next: string; email?: string; note?: Note },
  ): FastifyReply => sendPage(reply, buildSignInPage(deps, status, { kind, ...form }))
  const links = createLinkPages(deps, formPages)

  const again =
    ({ kind, next, email }: Typed) =>
    (reply: FastifyReply, status: number, note: Note): FastifyReply =>
      show(reply, status, kind, { next, email, note })

  async function receiveSignIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = receiveForm(deps, request)
    const typed: Typed = { kind: 'sign-in', email: form('email').trim(), next: ownPath(form('next'), '') }
    const guesser = { ...readBrowser(request), path: '/sign-in' }
    return keepTyped(reply, again(typed), async () => {
      const signedIn = await attemptSignIn(deps, { guesser, email: typed.email, password: form('password') })
      if (signedIn === null) return again(typed)(reply, 401, bad(WRONG))
      reply.header('set-cookie', signedIn.cookies)
      if (signedIn.kind === 'second_step') return sendTo(reply, buildSecondStepPath(typed.next))
      return sendOn(reply, signedIn.token, typed.next)
    })
  }

  async function receiveSignUp(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = receiveForm(deps, request)
    assertSignUpOpen(deps.config)
    const typed: Typed = { kind: 'sign-up', email: form('email').trim(), next: ownPath(form('next'), '') }
    return keepTyped(reply, again(typed), async () => {
      await limitByAddress(deps, 'sign_in', request.ip)
      const account = { email: typed.email, password: form('password') }
      const problem = signUpProblem(account)
      if (problem !== null) return again(typed)(reply, 400, bad(problem))
      await signUp(deps, account, typed.next)
      return sendTo(reply, addNext('/sign-in?from=sign-up', typed.next))
    })
  }

  async function receiveSignOut(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    receiveForm(deps, request)
    const token = readCookie(request)
    if (token !== undefined) await signOut(deps.db, token)
    reply.header('set-cookie', sessionCookie(baseUrl, '', 0)).header('clear-site-data', '"storage"')
    return sendTo(reply, '/')
  }

  /** Asks for a link by email address. The response is the same for every address. */
  const receiveRequest =
    (request: (to: Deps, email: string) => Promise<void>, steps: (email: string, note: Note) => pages.Steps) =>
    async (incoming: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const email = receiveForm(deps, incoming)('email').trim()
      if (isMailOff(deps.config)) return showSteps(reply, 409, pages.noMailSteps(supportContact))
      const showAgain = (to: FastifyReply, status: number, note: Note) => showSteps(to, status, steps(email, note))
      return keepTyped(reply, showAgain, async () => {
        await limitByAddress(deps, 'sign_in', incoming.ip)
        if (!isEmail(email)) return showAgain(reply, 400, bad(NO_EMAIL))
        await request(deps, email)
        return showSteps(reply, 200, pages.sentSteps(production))
      })
    }

  const NOTES: Record<string, Note> = {
    'sign-up': { tone: 'good', text: SIGNED_UP + pages.developmentHint(production) },
    reset: { tone: 'good', text: RESET },
    'second-step': bad(EXPIRED),
  }

  mountForms(app, deps, (scope) => {
    const at = (name: string) => ({ config: { routeId: `accounts.${name}` } })
    scope.get('/sign-in', at('sign_in_page'), (request, reply) => {
      const note = NOTES[readParameter(request, 'from')] ?? null
      return show(reply, 200, 'sign-in', { next: ownPath(readParameter(request, 'next'), ''), note })
    })
    scope.post('/sign-in', at('sign_in'), receiveSignIn)
    scope.get('/sign-up', at('sign_up_page'), (request, reply) =>
      show(reply, 200, 'sign-up', { next: ownPath(readParameter(request, 'next'), '') }),
    )
    scope.post('/sign-up', at('sign_up'), receiveSignUp)
    scope.post('/sign-out', at('sign_out'), receiveSignOut)
    scope.post('/confirm', at('request_confirmation'), receiveRequest(requestConfirmation, pages.resendSteps))
    scope.get('/confirm/:token', at('confirm_page'), links.showConfirm)
    scope.post('/confirm/:token', at('confirm'), links.receiveConfirm)
    scope.get('/forgot-password', at('forgot_page'), (_request, reply) =>
      showSteps(reply, 200, isMailOff(deps.config) ? pages.noMailSteps(supportContact) : pages.forgotSteps('', null)),
    )
    scope.post('/forgot-password', at('forgot'), receiveRequest(requestReset, pages.forgotSteps))
    scope.get('/reset-password/:token', at('reset_page'), links.showReset)
    scope.post('/reset-password/:token', at('reset'), links.receiveReset)
    scope.get('/change-email/:token', at('change_email_page'), links.showChange)
    scope.post('/change-email/:token', at('change_email'), links.receiveChange)
  })
}
