// Reads single settings from the environment. An invalid one stops startup.

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
