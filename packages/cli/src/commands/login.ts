// `freehold login`: remembers the service and the key, after having tried them.
import { Freehold } from '@freehold/sdk'
import { type Command, text } from '../command.ts'
import { type Profile, profileFromCredentials, saveProfile } from '../profile.ts'
import { UsageError } from '../usage.ts'

const DEFAULT_URL = 'http://localhost:8080'

export const login: Command = {
  name: 'login',
  summary: 'Remember a service and a key, once they are proven to work.',
  usage: '[--credentials FILE] [--base-url URL] [--key-id ID] [--secret SECRET] [--operator-token TOKEN]',
  options: {
    credentials: { type: 'string' },
    'base-url': { type: 'string' },
    'key-id': { type: 'string' },
    secret: { type: 'string' },
    'operator-token': { type: 'string' },
  },
  async run({ values, profile, env, output }) {
    const file = text(values, 'credentials')
    const found: Partial<Profile> = file ? profileFromCredentials(file) : profile
    const next: Profile = {
      baseUrl: text(values, 'base-url') ?? found.baseUrl ?? DEFAULT_URL,
      keyId: text(values, 'key-id') ?? found.keyId,
      secret: text(values, 'secret') ?? found.secret,
      operatorToken: text(values, 'operator-token') ?? found.operatorToken,
    }
    if (!next.keyId && !next.operatorToken)
      throw new UsageError(
        'give a key (--key-id and --secret), an operator token, or --credentials data/credentials.json',
      )
    const freehold = new Freehold({ ...next, baseUrl: next.baseUrl ?? DEFAULT_URL })
    const me = next.keyId ? await freehold.me.get() : null
    if (next.operatorToken) await freehold.operator.partners.list({ limit: 1 })
    const saved = saveProfile(env, next)
    output.show({ base_url: next.baseUrl, partner: me, profile: saved }, () => {
      if (me) output.line(`Signed in as ${me.partner.name}, ${me.environment}, at ${next.baseUrl}.`)
      else output.line(`Signed in as operator at ${next.baseUrl}.`)
      output.note(`Remembered in ${saved}.`)
    })
  },
}
