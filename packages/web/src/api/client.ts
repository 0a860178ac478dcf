// Calls of our own API from a page: typed by the operation, same-origin, with the session cookie.
import type { Endpoints } from '@freehold/sdk/types'

export type Operation = keyof Endpoints
export type Answer<Op extends Operation> = Endpoints[Op]['response']
export type Query<Op extends Operation> = Endpoints[Op]['query']
export type Body<Op extends Operation> = Endpoints[Op]['body']

/** Members that are `undefined` in the endpoint need not be given. */
type Part<Name extends string, Type> = undefined extends Type ? { [N in Name]?: Type } : { [N in Name]: Type }
export type Input<Op extends Operation> = Part<'params', Endpoints[Op]['params']> &
  ([Query<Op>] extends [undefined] ? { query?: undefined } : { query?: Query<Op> }) &
  Part<'body', Body<Op>> & { headers?: Record<string, string>; signal?: AbortSignal }

type Detail = { field: string; message: string }

/** The answer to a call that was refused, as the API words it. */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: string
  readonly reason: string | null
  readonly requestId: string | null
  readonly details: readonly Detail[]
  constructor(
    status: number,
    error: Partial<{ code: string; message: string; reason: string | null; request_id: string; details: Detail[] }>,
  ) {
    super(error.message ?? `The service answered ${status}.`)
    this.name = 'ApiFailure'
    this.status = status
    this.code = error.code ?? 'unknown'
    this.reason = error.reason ?? null
    this.requestId = error.request_id ?? null
    this.details = error.details ?? []
  }

  /** What was wrong with one field of the form. */
  of(field: string): string | null {
    return this.details.find((detail) => detail.field === field || detail.field.endsWith(`.${field}`))?.message ?? null
  }
}

type Loose = {
  params?: Record<string, string | number> | undefined
  query?: Record<string, unknown> | undefined
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** The address of an operation, its parameters and query filled in. */
export function addressOf(path: string, { params = {}, query = {} }: Loose): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${filled}?${search}` : filled
}

export async function failureOf(answer: Response): Promise<ApiFailure> {
  const body = (await answer.json().catch(() => ({}))) as { error?: object }
  return new ApiFailure(answer.status, body.error ?? {})
}

export async function send(operation: string, input: Loose = {}): Promise<Response> {
  const [method, path] = operation.split(' ') as [string, string]
  const { body, headers, signal } = input
  const answer = await fetch(addressOf(path, input), {
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiFailure(0, { message: 'The service cannot be reached. Check the connection and try again.' })
  })
  if (!answer.ok) throw await failureOf(answer)
  return answer
}

export async function call<Op extends Operation>(
  operation: Op,
  ...[input]: Record<string, never> extends Input<Op> ? [Input<Op>?] : [Input<Op>]
): Promise<Answer<Op>> {
  const answer = await send(operation, input as Loose)
  return (await answer.json()) as Answer<Op>
}

/** Answers that come line by line, each a JSON document of its own. */
export async function* linesOf<Line>(answer: Response): AsyncGenerator<Line> {
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value = '' } = await reader.read()
    const parts = (rest + value).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) if (part.trim() !== '') yield JSON.parse(part) as Line
    if (done) break
  }
  if (rest.trim() !== '') yield JSON.parse(rest) as Line
}
