// The settings of the registry that DELIVERY=epp speaks to. Errors never repeat a password, and files are read once.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ConfigError, type Env, whole } from './values.ts'

export type EppSettings = {
  host: string
  port: number
  user: string
  password: string
  /** PEM: our certificate and its key, where the registry asks for them. */
  certificate: { cert: string; key: string } | null
  /** PEM: certificates to trust in place of the public ones. */
  ca: string | null
  /** Sessions at most, of each process. */
  sessions: number
}

const PORT = 700
const NAMES = ['EPP_USER', 'EPP_PASSWORD', 'EPP_CERT', 'EPP_KEY', 'EPP_CA', 'EPP_SESSIONS'] as const

/** `epps://registry.example` or `epps://registry.example:700`; null when the text is something else. */
export function parseEppUrl(text: string): { host: string; port: number } | null {
  if (!/^epps:\/\/\S+$/.test(text) || !URL.canParse(text)) return null
  const { hostname, port, username, pathname, search, hash } = new URL(text)
  if (hostname === '' || username !== '' || !/^\/?$/.test(pathname) || search !== '' || hash !== '') return null
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? PORT : Number(port) }
}

function readPem(env: Env, name: 'EPP_CERT' | 'EPP_KEY' | 'EPP_CA', root: string): string | null {
  const file = env[name]
  if (!file) return null
  let text: string
  try {
    text = readFileSync(path.resolve(root, file), 'utf8')
  } catch (error) {
    throw new ConfigError(`${name} cannot be read: ${(error as Error).message}.`)
  }
  const kind = name === 'EPP_KEY' ? 'PRIVATE KEY-----' : 'CERTIFICATE-----'
  if (!text.includes('-----BEGIN ') || !text.includes(kind))
    throw new ConfigError(`${name} must be a PEM file with a ${name === 'EPP_KEY' ? 'private key' : 'certificate'}.`)
  return text
}

/** Null without `EPP_URL`. Relative files start at `root`. */
export function readEppSettings(env: Env, root: string): EppSettings | null {
  const [url, user, password] = [env.EPP_URL, env.EPP_USER, env.EPP_PASSWORD]
  if (!url) {
    const set = NAMES.filter((name) => env[name])
    if (set.length > 0) throw new ConfigError(`${set.join(' and ')} need EPP_URL. Set it, or remove them.`)
    return null
  }
  const endpoint = parseEppUrl(url)
  if (!endpoint) throw new ConfigError('EPP_URL must have the form epps://HOST:PORT, without a user or a path.')
  if (!user || !password) throw new ConfigError('EPP_URL needs EPP_USER and EPP_PASSWORD.')
  const [cert, key] = [readPem(env, 'EPP_CERT', root), readPem(env, 'EPP_KEY', root)]
  if ((cert === null) !== (key === null)) throw new ConfigError('Set both EPP_CERT and EPP_KEY, or neither.')
  return {
    ...endpoint,
    user,
    password,
    certificate: cert !== null && key !== null ? { cert, key } : null,
    ca: readPem(env, 'EPP_CA', root),
    sessions: whole(env, 'EPP_SESSIONS', 5, 1, 100),
  }
}
