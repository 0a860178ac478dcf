// Reads the service URL and credentials from the environment or from the profile that `freehold login` saved (mode 0600).
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { UsageError } from './usage.ts'

export type Profile = {
  baseUrl: string | undefined
  keyId: string | undefined
  secret: string | undefined
  operatorToken: string | undefined
  /** Of a person, for the Public API. It is short-lived, so it comes from the environment and is never saved. */
  accessToken: string | undefined
}

export type Environment = Record<string, string | undefined>

export function profilePath(env: Environment): string {
  if (env.FREEHOLD_PROFILE) return env.FREEHOLD_PROFILE
  return path.join(env.XDG_CONFIG_HOME ?? path.join(homedir(), '.config'), 'freehold', 'profile.json')
}

function readJson(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  } catch (error) {
    throw new UsageError(`Cannot read ${file}: ${(error as Error).message}`)
  }
}

const textIn = (record: Record<string, unknown>, name: string): string | undefined =>
  typeof record[name] === 'string' ? record[name] : undefined

export function readProfile(env: Environment): Profile {
  const file = profilePath(env)
  const saved = existsSync(file) ? readJson(file) : {}
  return {
    baseUrl: env.FREEHOLD_BASE_URL ?? textIn(saved, 'base_url'),
    keyId: env.FREEHOLD_KEY_ID ?? textIn(saved, 'key_id'),
    secret: env.FREEHOLD_SECRET ?? textIn(saved, 'secret'),
    operatorToken: env.FREEHOLD_OPERATOR_TOKEN ?? textIn(saved, 'operator_token'),
    accessToken: env.FREEHOLD_ACCESS_TOKEN,
  }
}

export function saveProfile(env: Environment, profile: Profile): string {
  const file = profilePath(env)
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const saved = {
    base_url: profile.baseUrl,
    key_id: profile.keyId,
    secret: profile.secret,
    operator_token: profile.operatorToken,
  }
  writeFileSync(file, `${JSON.stringify(saved, null, 2)}\n`, { mode: 0o600 })
  // writeFileSync does not change the mode of an existing file.
  chmodSync(file, 0o600)
  return file
}

/** Reads the credentials.json that a development service writes at its first start. */
export function profileFromCredentials(file: string): Profile {
  const found = readJson(file)
  const [partner, operator] = [found.partner ?? {}, found.operator ?? {}] as Record<string, unknown>[]
  return {
    baseUrl: textIn(found, 'base_url'),
    keyId: textIn(partner ?? {}, 'key_id'),
    secret: textIn(partner ?? {}, 'secret'),
    operatorToken: textIn(operator ?? {}, 'token'),
    accessToken: undefined,
  }
}
