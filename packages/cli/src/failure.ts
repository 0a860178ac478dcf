// Turns an error into what the CLI prints and the exit code it ends with.
import { FreeholdError } from '@freehold/sdk'
import { UsageError } from './usage.ts'

/** 0: done. 1: the service refused or is unavailable, or the command found problems. 2: wrong usage. */
export const EXIT = { done: 0, refused: 1, usage: 2 } as const

const isUsage = (error: unknown): boolean =>
  error instanceof UsageError ||
  String((error as { code?: string }).code ?? '').startsWith('ERR_PARSE_ARGS') ||
  // The SDK throws a TypeError for invalid options, such as a base URL that is not a URL.
  error instanceof TypeError

export const toExitCode = (error: unknown): number => (isUsage(error) ? EXIT.usage : EXIT.refused)

export function failureText(error: unknown): string {
  if (!(error instanceof FreeholdError)) return (error as Error).message
  // The message of a validation error repeats its first detail: print it once.
  const details = error.details
    .map(({ field, message }) => `${field}: ${message}`)
    .filter((detail) => detail !== error.message)
    .map((detail) => `\n  ${detail}`)
    .join('')
  const request = error.requestId ? `\n  request ${error.requestId}` : ''
  return `${error.message} (${[error.code, error.reason].filter(Boolean).join(', ')})${details}${request}`
}

/** The same shape as an error of the API, with the HTTP status; `usage_error` and `error` are the CLI's own codes. */
export function failureJson(error: unknown): string {
  const known = error instanceof FreeholdError ? error : null
  return JSON.stringify({
    error: {
      code: known?.code ?? (isUsage(error) ? 'usage_error' : 'error'),
      message: (error as Error).message,
      reason: known?.reason ?? null,
      details: known?.details ?? [],
      ...(known?.current ? { current: known.current } : {}),
      request_id: known?.requestId ?? null,
      status: known?.status || null,
    },
  })
}
