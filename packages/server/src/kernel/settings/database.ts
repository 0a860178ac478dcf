// The URLs of the servers that keep state: the database, one server or several, and Redis or Valkey. And who does background work.
import { ConfigError, type Env, isUrl, readChoice, whole } from './values.ts'

const FORM = 'Use postgres://user:password@host:port/database.'
const SCHEME = /^postgres(?:ql)?:\/\//

/** The parts around the hosts, and the hosts: `scheme://user:password@`, `first:5432,second:5432`, `/database?…`. */
function splitUrl(url: string): { before: string; hosts: string; after: string } {
  const start = SCHEME.exec(url)?.[0].length ?? 0
  const length = url.slice(start).search(/[/?#]/)
  const end = length < 0 ? url.length : start + length
  const at = url.slice(0, end).lastIndexOf('@')
  const host = at < start ? start : at + 1
  return { before: url.slice(0, host), hosts: url.slice(host, end), after: url.slice(end) }
}

/** The URL of each server of a list such as `postgres://user@first:5432,second:5432/database`. */
export function listServerUrls(url: string): string[] {
  const { before, hosts, after } = splitUrl(url)
  return hosts.split(',').map((host) => {
    const one = new URL(`${before}${host}${after}`)
    one.searchParams.delete('target_session_attrs')
    return one.href
  })
}

/** The servers of a URL, without user and password. */
export const describeServers = (url: string): string =>
  listServerUrls(url)
    .map((one) => new URL(one).host)
    .join(', ')

/** The URL has a password, so an error does not repeat it. */
export function parseDatabaseUrl(text: string | undefined, name = 'DATABASE_URL'): string | null {
  if (!text) return null
  if (!SCHEME.test(text)) throw new ConfigError(`${name} must start with postgres:// or postgresql://.`)
  let wanted: string | null
  try {
    listServerUrls(text)
    const { before, after } = splitUrl(text)
    wanted = new URL(`${before}host${after}`).searchParams.get('target_session_attrs')
  } catch {
    throw new ConfigError(`${name} is not a valid URL. ${FORM}`)
  }
  if (wanted !== null && wanted !== 'read-write' && wanted !== 'primary')
    throw new ConfigError(
      `${name} has target_session_attrs=${wanted}. Use read-write: the service always connects to the primary.`,
    )
  return text
}

export type ReplicaSettings = { url: string; maxLagSeconds: number }

/** A streaming replica for reads that may lag; null: all reads go to the primary. */
export function readReplicaSettings(env: Env): ReplicaSettings | null {
  const maxLagSeconds = whole(env, 'REPLICA_MAX_LAG_SECONDS', 5, 1, 3600)
  const url = parseDatabaseUrl(env.DATABASE_REPLICA_URL, 'DATABASE_REPLICA_URL')
  if (url === null) return null
  if (!env.DATABASE_URL)
    throw new ConfigError(
      'DATABASE_REPLICA_URL requires the primary. Set DATABASE_URL, or remove DATABASE_REPLICA_URL.',
    )
  if (listServerUrls(url).length > 1)
    throw new ConfigError(
      'DATABASE_REPLICA_URL must name one server. Name one replica, and no load balancer: its lag is measured.',
    )
  return { url, maxLagSeconds }
}

/** Redis or Valkey for nonces and rate limits; null: they are kept in the database. */
export function parseAdmissionUrl(env: Env): string | null {
  const url = env.ADMISSION_URL
  if (!url) return null
  if (!isUrl(url, /^rediss?:\/\//) || new URL(url).hostname === '')
    throw new ConfigError('ADMISSION_URL must have the form redis://user:password@host:port or rediss://….')
  if (!env.DATABASE_URL)
    throw new ConfigError('ADMISSION_URL requires PostgreSQL. Set DATABASE_URL, or remove ADMISSION_URL.')
  return url
}

/** Whether a process that serves requests also does background work. Workers always do. */
export function readBackground(env: Env): boolean {
  const isOn = readChoice(env, 'BACKGROUND', ['on', 'off'], 'on') === 'on'
  if (!isOn && !env.DATABASE_URL)
    throw new ConfigError('BACKGROUND=off requires PostgreSQL and a worker. Set DATABASE_URL, or remove BACKGROUND.')
  return isOn
}
