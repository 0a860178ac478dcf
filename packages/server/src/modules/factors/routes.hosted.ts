// Completing a sign-in: the second step after the password, which works without JavaScript, and passkeys, which need it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { limitByAddress } from '../../http/admission/rate-limit.ts'
import { type Form, mountForms, receiveForm, sendTo, textFor } from '../../http/forms.ts'
import { sendPage } from '../../http/page.ts'
import { readIncoming } from '../../http/pipeline.ts'
import { ApiError } from '../../kernel/errors.ts'
import {
  buildPasskeyRequest,
  buildSignInCookies,
  buildSignInPage,
  buildVisit,
  chargeCodeGuess,
  type FindHome,
  type FormNote,
  findPendingUser,
  type Guesser,
  ownPath,
  readBrowser,
  readPendingCookie,
  type User,
} from '../accounts/index.ts'
import { createReauthenticatePage } from './http/reauthenticate-page.ts'
import { parsePasskeyText } from './rules/passkeys.ts'
import { REAUTHENTICATE } from './rules/reauthenticate-path.ts'
import { isTotpCode } from './rules/totp.ts'
import { auditRejected } from './service/audit-rejected.ts'
import { type FactorCall, listFactors } from './service/factors.ts'
import { checkPasskey, toDescriptor } from './service/passkeys.ts'
import { type StepProof, type StepResult, signInByPasskey, takeSecondStep } from './service/second-step.ts'

const VERIFY = '/sign-in/verify'
const PASSKEY = '/sign-in/passkey'
const WRONG = 'The code is incorrect or was already used. Enter the next code.'

type Waiting = { secret: string; user: User }

const toCall = ({ requestId, path, address }: Guesser, route: string): FactorCall => ({
  requestId,
  path,
  address,
  method: 'POST',
  route,
})

const readNext = (request: FastifyRequest): string =>
  ownPath(readIncoming(request).pairs.find(([name]) => name === 'next')?.[1] ?? '', '')

export function mountFactors(app: FastifyInstance, deps: Deps, findHome: FindHome): void {
  const { baseUrl } = deps.config
  const { showPage, receivePage } = createReauthenticatePage(deps)

  /** The sign-in that waits in this browser, if it does. */
  async function findWaiting(request: FastifyRequest): Promise<Waiting | null> {
    const secret = readPendingCookie(request.headers.cookie, baseUrl)
    const user = secret === undefined ? undefined : await findPendingUser(deps.db, secret, deps.clock.now())
    return secret === undefined || !user ? null : { secret, user }
  }

  async function show(
    reply: FastifyReply,
    status: number,
    { user, next, note = null }: { user: User; next: string; note?: FormNote },
  ): Promise<FastifyReply> {
    const factors = await listFactors(deps.db, user.id)
    const allowCredentials = factors.passkeys.map(toDescriptor)
    const passkey =
      allowCredentials.length === 0
        ? null
        : buildPasskeyRequest(deps, 'second_step', { userId: user.id, allowCredentials })
    const props = { next, note, hasTotp: factors.totpEnabledAt !== null, passkey }
    return sendPage(reply, { status, name: 'second-step', props, options: { forms: ["'self'"] } })
  }

  /** To where the person was going, or where they belong. */
  const sendOn = async (reply: FastifyReply, { id: userId, operatorRole }: User, next: string): Promise<FastifyReply> =>
    sendTo(reply, next || (await findHome({ userId, operatorRole })))

  const startAgain = (reply: FastifyReply, next: string): FastifyReply =>
    sendTo(reply, `/sign-in?from=second-step${next === '' ? '' : `&next=${encodeURIComponent(next)}`}`)

  /** Codes of six digits can be guessed, so they are counted. Nothing else is. */
  async function takeCode(guesser: Guesser, { user, secret }: Waiting, code: string): Promise<StepResult> {
    const giveBack = isTotpCode(code) ? await chargeCodeGuess(deps, guesser, user) : async () => {}
    const result = await takeSecondStep(deps, { secret, proof: { code }, visit: buildVisit(deps, guesser, user) })
    if (result.kind === 'session') await giveBack()
    return result
  }

  async function takeStep(guesser: Guesser, waiting: Waiting, form: Form): Promise<StepResult> {
    await limitByAddress(deps, 'sign_in', guesser.address, 'second_step')
    if (form('passkey') === '') return takeCode(guesser, waiting, form('code'))
    const terms = { purpose: 'second_step', userId: waiting.user.id } as const
    const visit = buildVisit(deps, guesser, waiting.user)
    return auditRejected(deps, toCall(guesser, 'factors.second_step'), waiting.user, async () => {
      const proof: StepProof = { passkey: await checkPasskey(deps, parsePasskeyText(form('passkey')), terms) }
      return takeSecondStep(deps, { secret: waiting.secret, proof, visit })
    })
  }

  async function receiveStep(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = receiveForm(deps, request)
    const next = ownPath(form('next'), '')
    const waiting = await findWaiting(request)
    if (waiting === null) return startAgain(reply, next)
    const guesser = { ...readBrowser(request), path: VERIFY }
    try {
      const result = await takeStep(guesser, waiting, form)
      if (result.kind === 'ended') return await startAgain(reply, next)
      if (result.kind === 'wrong')
        return await show(reply, 401, { user: waiting.user, next, note: { tone: 'bad', text: WRONG } })
      const cookies = buildSignInCookies(deps, guesser, result.user, result.token)
      return await sendOn(reply.header('set-cookie', cookies), result.user, next)
    } catch (error) {
      if (!isForPerson(error)) throw error
      deps.metrics.errors.inc({ code: error.code })
      const note: FormNote = { tone: 'bad', text: textFor(error) }
      return show(reply.headers(error.headers), error.status, { user: waiting.user, next, note })
    }
  }

  async function receivePasskey(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = receiveForm(deps, request)
    const next = ownPath(form('next'), '')
    const guesser = { ...readBrowser(request), path: PASSKEY }
    try {
      await limitByAddress(deps, 'sign_in', guesser.address)
      const terms = { purpose: 'sign_in', userId: '' } as const
      const call = toCall(guesser, 'factors.passkey_sign_in')
      const { token, user } = await auditRejected(deps, call, null, async () => {
        const checked = await checkPasskey(deps, parsePasskeyText(form('passkey')), terms)
        return signInByPasskey(deps, checked, (user) => buildVisit(deps, guesser, user))
      })
      return await sendOn(reply.header('set-cookie', buildSignInCookies(deps, guesser, user, token)), user, next)
    } catch (error) {
      if (!isForPerson(error)) throw error
      deps.metrics.errors.inc({ code: error.code })
      const note: FormNote = { tone: 'bad', text: textFor(error) }
      const page = buildSignInPage(deps, error.status, { kind: 'sign-in', next, note })
      return sendPage(reply.headers(error.headers), page)
    }
  }

  mountForms(app, deps, (scope) => {
    scope.get(VERIFY, { config: { routeId: 'factors.second_step_page' } }, async (request, reply) => {
      const waiting = await findWaiting(request)
      const next = readNext(request)
      return waiting === null ? startAgain(reply, next) : show(reply, 200, { user: waiting.user, next })
    })
    scope.post(VERIFY, { config: { routeId: 'factors.second_step' } }, receiveStep)
    scope.get(REAUTHENTICATE, { config: { routeId: 'factors.reauthenticate_page' } }, showPage)
    scope.post(REAUTHENTICATE, { config: { routeId: 'factors.reauthenticate' } }, receivePage)
    scope.post(PASSKEY, { config: { routeId: 'factors.passkey_sign_in' } }, receivePasskey)
  })
}

/** The form is shown again with the message. */
const isForPerson = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'rate_limited' || error.code === 'validation_error')
