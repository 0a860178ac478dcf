// The second factors of the signed-in person, and re-authentication.
import { renderSVG } from 'uqr'
import { defineRoute } from '../../http/define-route.ts'
import { IdText, isoTime, Nullable, Strict, Timestamp, Type } from '../../http/schema.ts'
import { invalidField, invariant, notFound } from '../../kernel/errors.ts'
import { OLD_PASSWORD_LENGTH_MAX } from '../../kernel/limits.ts'
import { buildPasskeyRequest, findOwnSession } from '../accounts/index.ts'
import { checkProof, findPerson, type Proof, toCall } from './http/person.ts'
import { renewRecoveryCodes } from './service/codes.ts'
import { listFactors } from './service/factors.ts'
import {
  buildRegistration,
  checkRegistration,
  registerPasskey,
  removePasskey,
  renameOwnPasskey,
  toDescriptor,
} from './service/passkeys.ts'
import { listProofs, reauthenticate } from './service/reauthenticate.ts'
import { confirmTotp, removeTotp, startTotp } from './service/totp.ts'
import {
  Code,
  FactorsView,
  factorsView,
  PasskeyName,
  PasskeyView,
  passkeyView,
  RecoveryCodes,
  WebAuthnJson,
} from './views.ts'

const common = { area: 'public', signedIn: 'session' } as const

const get = defineRoute({
  ...common,
  id: 'account.factors',
  method: 'GET',
  path: '/account/factors',
  summary: 'Get your second factors',
  description: 'Returns your authenticator app, passkeys and the number of unused recovery codes.',
  returns: 'The second factors.',
  response: FactorsView,
  handle: async ({ db, caller }) => factorsView(await listFactors(db, (await findPerson({ db, caller })).id)),
})

const startApp = defineRoute({
  ...common,
  id: 'account.totp_start',
  confirmed: true,
  method: 'POST',
  path: '/account/totp',
  recent: true,
  summary: 'Set up an authenticator app',
  description: 'Creates a TOTP secret (RFC 6238: SHA-1, 6 digits, 30 seconds). Confirm it with a code to turn it on.',
  returns: 'The secret, to be scanned or typed into the app.',
  response: Strict({
    secret: Type.String({ description: 'Base32.' }),
    otpauth_url: Type.String({ description: 'The secret with issuer and account, as apps read it.' }),
    qr_svg: Type.String({ description: 'The URL as a QR code.' }),
  }),
  errors: ['conflict'],
  writes: true,
  handle: async (context) => {
    const { secret, url } = await startTotp(context.deps, context.tx, await findPerson(context), context.now)
    return { secret, otpauth_url: url, qr_svg: renderSVG(url, { border: 2 }) }
  },
})

const confirmApp = defineRoute({
  ...common,
  id: 'account.totp_confirm',
  confirmed: true,
  method: 'POST',
  path: '/account/totp/confirm',
  recent: true,
  summary: 'Turn on the authenticator app',
  description:
    'Confirms the app with its first code. The first second factor of an account also creates recovery codes.',
  returns: 'Recovery codes.',
  body: Strict({ code: Code() }),
  response: Strict({ recovery_codes: RecoveryCodes() }),
  errors: ['conflict'],
  writes: true,
  handle: async (context, { body }) => {
    const [user, session] = [await findPerson(context), await findOwnSession(context)]
    const call = toCall(context, 'POST', 'account.totp_confirm')
    return {
      recovery_codes: await confirmTotp(
        context.deps,
        context.tx,
        { user, session, code: body.code, call },
        context.now,
      ),
    }
  },
})

const removeApp = defineRoute({
  ...common,
  id: 'account.totp_remove',
  method: 'DELETE',
  path: '/account/totp',
  recent: true,
  summary: 'Remove the authenticator app',
  description: 'Removing the last second factor also deletes the recovery codes.',
  returns: 'The remaining second factors.',
  response: FactorsView,
  errors: ['not_found'],
  writes: true,
  handle: async (context) => {
    const { deps, tx, now } = context
    const user = await findPerson(context)
    await removeTotp(deps, tx, { user, call: toCall(context, 'DELETE', 'account.totp_remove') }, now)
    return factorsView(await listFactors(tx, user.id))
  },
})

const renewCodes = defineRoute({
  ...common,
  id: 'account.recovery_codes',
  confirmed: true,
  method: 'POST',
  path: '/account/recovery-codes',
  recent: true,
  summary: 'Create new recovery codes',
  description: 'The previous codes stop working.',
  returns: 'The new codes.',
  response: Strict({ recovery_codes: RecoveryCodes() }),
  errors: ['conflict'],
  writes: true,
  handle: async (context) => {
    const [user, call] = [await findPerson(context), toCall(context, 'POST', 'account.recovery_codes')]
    return { recovery_codes: await renewRecoveryCodes(context.deps, context.tx, { user, call }, context.now) }
  },
})

const passkeyOptions = defineRoute({
  ...common,
  id: 'account.passkey_options',
  confirmed: true,
  method: 'POST',
  path: '/account/passkeys/options',
  recent: true,
  summary: 'Start adding a passkey',
  description: 'Pass the options to `navigator.credentials.create()` within 10 minutes.',
  returns: 'The options.',
  response: Strict({ options: WebAuthnJson('`PublicKeyCredentialCreationOptionsJSON`.') }),
  handle: async (context) => ({ options: await buildRegistration(context.deps, await findPerson(context)) }),
})

const addPasskey = defineRoute({
  ...common,
  id: 'account.passkey_add',
  confirmed: true,
  method: 'POST',
  path: '/account/passkeys',
  recent: true,
  summary: 'Add a passkey',
  description: 'The passkey signs you in without a password and is a second factor after one.',
  returns: 'The passkey.',
  body: Strict({ response: WebAuthnJson('`RegistrationResponseJSON`.'), name: PasskeyName() }),
  status: 201,
  response: Strict({ passkey: PasskeyView, recovery_codes: RecoveryCodes() }),
  errors: ['conflict'],
  writes: true,
  prepare: async (context, { body }) => {
    const [user, session] = [await findPerson(context), await findOwnSession(context)]
    return { user, session, made: await checkRegistration(context.deps, user, body.response) }
  },
  handle: async (context, { body }) => {
    const { deps, tx, now, prepared } = context
    const input = { ...prepared, name: body.name, call: toCall(context, 'POST', 'account.passkey_add') }
    const { passkey, recoveryCodes } = await registerPasskey(deps, tx, input, now)
    return { passkey: passkeyView(passkey), recovery_codes: recoveryCodes }
  },
})

const PasskeyParams = Strict({ passkey_id: IdText('pky_') })

const renamePasskey = defineRoute({
  ...common,
  id: 'account.passkey_rename',
  method: 'PATCH',
  path: '/account/passkeys/{passkey_id}',
  summary: 'Rename a passkey',
  description: 'The name is for you only.',
  returns: 'The passkey.',
  params: PasskeyParams,
  body: Strict({ name: PasskeyName() }),
  response: PasskeyView,
  errors: ['not_found'],
  writes: true,
  handle: async ({ tx, caller }, { params, body }) => {
    invariant(caller.user, 'only the signed-in come here')
    const passkey = await renameOwnPasskey(tx, caller.user.id, params.passkey_id, body.name)
    if (!passkey) throw notFound()
    return passkeyView(passkey)
  },
})

const dropPasskey = defineRoute({
  ...common,
  id: 'account.passkey_remove',
  method: 'DELETE',
  path: '/account/passkeys/{passkey_id}',
  recent: true,
  summary: 'Remove a passkey',
  description: 'Removing the last second factor also deletes the recovery codes.',
  returns: 'The remaining second factors.',
  params: PasskeyParams,
  response: FactorsView,
  errors: ['not_found'],
  writes: true,
  handle: async (context, { params }) => {
    const { deps, tx, now } = context
    const [user, call] = [await findPerson(context), toCall(context, 'DELETE', 'account.passkey_remove')]
    await removePasskey(deps, tx, { user, id: params.passkey_id, call }, now)
    return factorsView(await listFactors(tx, user.id))
  },
})

const proofOptions = defineRoute({
  ...common,
  id: 'account.reauthenticate_options',
  method: 'POST',
  path: '/account/reauthenticate/options',
  summary: 'Get the ways to re-authenticate',
  description: 'Pass `passkey` to `navigator.credentials.get()` within 10 minutes.',
  returns: 'What the account can prove itself with.',
  response: Strict({
    password: Type.Boolean({ description: 'True if `password` is accepted.' }),
    code: Type.Boolean({ description: 'True if `code` is accepted.' }),
    passkey: Nullable(WebAuthnJson('`PublicKeyCredentialRequestOptionsJSON`. Null without passkeys.')),
  }),
  handle: async (context) => {
    const [user, session] = [await findPerson(context), await findOwnSession(context)]
    const { passkeys, ...others } = await listProofs(context.db, user, session)
    const allowCredentials = passkeys.map(toDescriptor)
    return {
      ...others,
      passkey:
        allowCredentials.length === 0
          ? null
          : buildPasskeyRequest(context.deps, 'reauthenticate', { userId: user.id, allowCredentials }),
    }
  },
})

const prove = defineRoute({
  ...common,
  id: 'account.reauthenticate',
  method: 'POST',
  path: '/account/reauthenticate',
  summary: 'Re-authenticate',
  description:
    'Send one of `password`, `code` or `passkey`. For 10 minutes, this session can call operations that otherwise return ' +
    '401 `reauthentication_required`.',
  returns: 'The time of the re-authentication.',
  body: Strict({
    password: Type.Optional(
      Type.String({ minLength: 1, maxLength: OLD_PASSWORD_LENGTH_MAX, description: 'Your password.' }),
    ),
    code: Type.Optional(Code()),
    passkey: Type.Optional(WebAuthnJson('`AuthenticationResponseJSON`.')),
  }),
  response: Strict({ authenticated_at: Timestamp('When the session was confirmed.') }),
  writes: true,
  prepare: async (context, { body }) => {
    if (Object.keys(body).length !== 1) throw invalidField('body', 'must have one of password, code, passkey')
    const [user, session] = [await findPerson(context), await findOwnSession(context)]
    const call = toCall(context, 'POST', 'account.reauthenticate')
    return { user, session, call, proof: await checkProof(context.deps, user, body as Proof, call) }
  },
  handle: async (context) => {
    const { deps, tx, now, prepared } = context
    await reauthenticate(deps, tx, prepared, now)
    return { authenticated_at: isoTime(now) }
  },
})

export const publicRoutes = [
  get,
  startApp,
  confirmApp,
  removeApp,
  renewCodes,
  passkeyOptions,
  addPasskey,
  renamePasskey,
  dropPasskey,
  proofOptions,
  prove,
]
