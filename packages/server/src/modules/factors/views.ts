// The JSON of second factors.
import { IdText, isoTime, isoTimeOrNull, Named, Nullable, Timestamp, Type } from '../../http/schema.ts'
import { PASSKEY_NAME_LENGTH_MAX } from '../../kernel/limits.ts'
import type { Factors } from './service/factors.ts'
import type { Passkey } from './store/passkeys.ts'

/** What browsers make of a passkey. Its format is the specification's, so unknown fields are allowed. */
export const WebAuthnJson = (description: string) => Type.Object({}, { additionalProperties: true, description })

export const Code = () =>
  Type.String({ minLength: 1, maxLength: 40, description: 'A code of the authenticator app, or a recovery code.' })
export const PasskeyName = () =>
  Type.String({ minLength: 1, maxLength: PASSKEY_NAME_LENGTH_MAX, description: 'Your name for it.' })
export const RecoveryCodes = () =>
  Type.Array(Type.String(), {
    description: 'Each works once, and is returned only here. Empty if the account already has a second factor.',
  })

export const PasskeyView = Named(
  'Passkey',
  {
    passkey_id: IdText('pky_'),
    name: Type.String({ description: 'Your name for it.' }),
    backed_up: Type.Boolean({ description: 'Is it synchronized between devices?' }),
    created_at: Timestamp(),
    last_used_at: Nullable(Timestamp('When it was last used.')),
  },
  'A passkey of the account.',
)
export const FactorsView = Named(
  'SecondFactors',
  {
    totp_enabled_at: Nullable(Timestamp('When the authenticator app was added.')),
    passkeys: Type.Array(PasskeyView, { description: 'Passkeys, oldest first.' }),
    recovery_codes_left: Type.Integer({ description: 'Unused recovery codes.' }),
  },
  'The second factors of the account.',
)

export const passkeyView = ({ id, name, backedUp, createdAt, lastUsedAt }: Passkey) => ({
  passkey_id: id,
  name,
  backed_up: backedUp,
  created_at: isoTime(createdAt),
  last_used_at: isoTimeOrNull(lastUsedAt),
})
export const factorsView = ({ totpEnabledAt, passkeys, recoveryCodesLeft }: Factors) => ({
  totp_enabled_at: isoTimeOrNull(totpEnabledAt),
  passkeys: passkeys.map(passkeyView),
  recovery_codes_left: recoveryCodesLeft,
})
