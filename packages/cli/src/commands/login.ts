// `freehold login`: checks the service URL and credentials, then saves them.
import { Freehold } from '@freehold/sdk'
import { type Command, text } from '../command.ts'
import { type Profile, profileFromCredentials, saveProfile } from '../profile.ts'
import type { Prompt } from '../prompt.ts'
import { UsageError } from '../usage.ts'

const DEFAULT_URL = 'http://localhost:8080'

/** Asks for the missing parts. Enter keeps the value in parentheses. */
async function complete(found: Profile, prompt: Prompt, isUrlGiven: boolean): Promise<Profile> {
  const url = found.baseUrl ?? DEFAULT_URL
  const baseUrl = isUrlGiven ? url : (await prompt.ask(`Service URL (${url}): `)) || url
  const kept = found.keyId ? ` (${found.keyId})` : ''
  const keyId = (await prompt.ask(`Key ID${kept}: `)) || found.keyId
  const isSame = keyId === found.keyId && found.secret !== undefined
  const secret = (await prompt.ask(isSame ? 'Secret (unchanged): ' : 'Secret: ', { hidden: true })) || undefined
  return { ...found, baseUrl, keyId, secret: secret ?? (isSame ? found.secret : undefined) }
}

export const login: Command = {
  name: 'login',
  summary: 'Check your credentials and save them.',
  usage: '[--credentials FILE] [--base-url URL] [--key-id ID] [--secret SECRET] [--operator-token TOKEN]',
  options: {
    credentials: {
      type: 'string',
      value: 'FILE',
      help: 'Read them from the credentials.json of a development service.',
    },
    'base-url': { type: 'string', value: 'URL', help: `The service URL. Default: ${DEFAULT_URL}.` },
    'key-id': { type: 'string', value: 'ID', help: 'Your partner key ID.' },
    secret: { type: 'string', value: 'SECRET', help: 'Its secret. Leave it out to be asked for it.' },
    'operator-token': { type: 'string', value: 'TOKEN', help: 'For the operator commands.' },
  },
  async run({ values, profile, env, output, prompt }) {
    const file = text(values, 'credentials')
    const found = file ? profileFromCredentials(file) : profile
    const [url, keyId, secret, token] = ['base-url', 'key-id', 'secret', 'operator-token'].map((n) => text(values, n))
    let next: Profile = {
      baseUrl: url ?? found.baseUrl ?? DEFAULT_URL,
      keyId: keyId ?? found.keyId,
      // The secret of another key is of no use.
      secret: secret ?? (keyId === undefined || keyId === found.keyId ? found.secret : undefined),
      operatorToken: token ?? found.operatorToken,
      accessToken: found.accessToken,
    }
    if (keyId && !next.secret && prompt) next.secret = await prompt.ask('Secret: ', { hidden: true })
    else if (!file && !keyId && !secret && !token && prompt) next = await complete(next, prompt, url !== undefined)
    if (!next.keyId && !next.operatorToken)
      throw new UsageError(
        'Pass --key-id and --secret, --operator-token, or --credentials data/credentials.json, or run this at a terminal.',
      )
    const freehold = new Freehold({ ...next, baseUrl: next.baseUrl ?? DEFAULT_URL })
    const me = next.keyId ? await freehold.me.get() : null
    if (next.operatorToken) await freehold.operator.partners.list({ limit: 1 })
    const saved = saveProfile(env, next)
    output.show({ base_url: next.baseUrl, partner: me, profile: saved }, () => {
      if (me) output.line(`Signed in to ${next.baseUrl} as ${me.partner.name} (${me.environment}).`)
      else output.line(`Signed in to ${next.baseUrl} as an operator.`)
      output.note(`Saved to ${saved}.`)
    })
  },
}
