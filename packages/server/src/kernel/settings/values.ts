// Reads single settings from the environment. An invalid one stops startup.
import { isEmail } from '../text/email-address.ts'

export class ConfigError extends Error {}

export type Env = Record<string, string | undefined>

export function whole(env: Env, name: string, fallback: number, min: number, max: number): number {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new ConfigError(`${name} must be an integer from ${min} to ${max}, not "${text}".`)
  return value
}

export function readChoice<T extends string>(env: Env, name: string, allowed: readonly T[], fallback: T): T {
  const text = env[name]
  if (text === undefined || text === '') return fallback
  if (!allowed.includes(text as T))
    throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${text}".`)
  return text as T
}

export const isUrl = (url: string, schemes: RegExp): boolean =>
  schemes.test(url) && !/\s/.test(url) && URL.canParse(url)

/** An email address, as a mailto: URL, or an https URL. */
export function parseContact(name: string, text: string): string {
  const contact = isEmail(text) ? `mailto:${text}` : text
  if (isUrl(contact, /^(mailto|https):/)) return contact
  throw new ConfigError(`${name} must be an email address or an https URL, not "${text}".`)
}
