// What a tool is: its words for a model, its input and output, and how it is run.
import type { TObject } from 'typebox'
import type { RateLimitName } from '../config.ts'
import type { Asker } from '../http/call-route.ts'
import type { Route } from '../http/define-route.ts'
import { Type } from '../http/schema.ts'
import { invariant } from '../kernel/errors.ts'
import type { OAuthScope } from '../kernel/oauth-scopes.ts'
import type { Answer } from './texts.ts'

/** A question to the person, which the client shows if it can. */
export type Question = {
  key: string
  message: string
  schema: Record<string, unknown>
  /** Comes back with the reply, which says what was shown. */
  state?: string
}

/** What a tool knows of the call besides its parameters. */
export type Call = {
  /** Aborted when the client canceled the call or went away. */
  signal: AbortSignal
  /** Sent only if the client asked for it. */
  progress(done: number, total: number, message: string): Promise<void>
  /** Whether a question can be asked. Older protocol versions would need a session for it. */
  canAsk: boolean
  /** What the person filled in; `declined` if they refused. Undefined if they were not asked yet. */
  readReply(key: string): Record<string, unknown> | 'declined' | undefined
  /** The state of the question, as the client sent it back: to be verified. */
  state: string | undefined
}

export type Tool = {
  name: string
  title: string
  description: string
  params: TObject
  output: TObject
  hints: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }
  /** The scope of the token that it needs; none without an account. */
  scope?: OAuthScope
  limit?: RateLimitName
  /** What to do about a conflict, where it is not `get_domain`. */
  conflictAdvice?: string
  run(params: never, asker: Asker, call: Call): Promise<Answer | Question>
}

export const isQuestion = (outcome: Answer | Question): outcome is Question => 'key' in outcome

/** `openWorldHint`: it asks registries outside this service. */
export const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const
export const LOOKS_UP = { ...READS, openWorldHint: true } as const

export const NextStep = () => Type.String({ description: 'What to do next.' })

export function findRoute(routes: readonly Route[], id: string): Route {
  const route = routes.find((one) => one.id === id)
  invariant(route, `${id} is not a route`)
  return route
}
