// Calls of our own API from a page: the SDK's core, same-origin, with the session cookie.
import {
  type Input as CallInput,
  connected,
  encodeBody,
  errorFromResponse,
  type Filter,
  FreeholdError,
  fillOperation,
  type LooseInput,
  type Operation,
  type Query as QueryPairs,
  queryText,
  type ResponseBody,
  requestHeaders,
} from '@freehold/sdk/core'

export { type Body, ConnectionError, errorFromResponse, readLines } from '@freehold/sdk/core'
export type { Operation, ResponseBody }
export { FreeholdError }

export type Query<Op extends Operation> = Filter<Op>
type Around = { headers?: Record<string, string>; signal?: AbortSignal }
export type Input<Op extends Operation> = CallInput<Op> & Around

/** Filters that were left empty are not sent. */
const withoutEmpty = (query: QueryPairs = {}): QueryPairs =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))

/** The path of an operation with its parameters and query. */
export function buildPath(operation: string, { params, query }: LooseInput): string {
  const { path } = fillOperation(operation, params)
  const search = queryText(withoutEmpty(query))
  return search ? `${path}?${search}` : path
}

const UNREACHABLE = 'The service cannot be reached. Check the connection and try again.'

/** Asks the person to prove again who they are; false when they did not. The workplaces show a dialog for it. */
type Reauthenticate = () => Promise<boolean>
let reauthenticate: Reauthenticate = async () => false
export const onReauthentication = (ask: Reauthenticate): void => {
  reauthenticate = ask
}

export const needsReauthentication = (error: unknown): boolean =>
  error instanceof FreeholdError && error.code === 'reauthentication_required'

/** The response of a success; everything else is thrown. A call that needs a recent sign-in is sent again after it. */
export async function send(operation: string, input: LooseInput & Around = {}): Promise<Response> {
  try {
    return await sendOnce(operation, input)
  } catch (error) {
    if (!needsReauthentication(error) || !(await reauthenticate())) throw error
    return sendOnce(operation, input)
  }
}

async function sendOnce(operation: string, input: LooseInput & Around): Promise<Response> {
  const { method } = fillOperation(operation, input.params)
  const body = encodeBody(method, input.body)
  const init = {
    method,
    headers: requestHeaders({ hasBody: body !== undefined }, input.headers),
    ...(body ? { body } : {}),
    ...(input.signal ? { signal: input.signal } : {}),
  }
  const response = await connected(
    () => fetch(buildPath(operation, input), init),
    input.signal,
    () => ({ code: 'connection_failed', message: UNREACHABLE }),
  )
  if (!response.ok) throw errorFromResponse(response.status, response.headers, await response.text().catch(() => ''))
  return response
}

export async function call<Op extends Operation>(
  operation: Op,
  ...[input]: Record<string, never> extends Input<Op> ? [Input<Op>?] : [Input<Op>]
): Promise<ResponseBody<Op>> {
  const response = await send(operation, input as LooseInput & Around)
  return (await response.json()) as ResponseBody<Op>
}
