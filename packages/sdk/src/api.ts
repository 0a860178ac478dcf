// Owns the typed call of an operation: fills in the path, and leaves the types to what openapi.json says of it.
import { List } from './pagination.ts'
import { type ApiResponse, type Connection, type Query, type RequestOptions, sendRequest } from './request.ts'
import type { Endpoints } from './types.gen.ts'

/** `POST /api/partner/v1/quotes`: method and path, as in openapi.json. */
export type Operation = keyof Endpoints
export type Answer<Op extends Operation> = Endpoints[Op]['response']
export type Body<Op extends Operation> = Endpoints[Op]['body']

/** Parameters that take several values, separated by commas: a list does as well. */
type Several = 'status' | 'type' | 'payment_model' | 'kind'

/** What a list or a search can be asked for. */
export type Filter<Op extends Operation> = {
  [Name in keyof Endpoints[Op]['query']]: Name extends Several
    ? string extends Endpoints[Op]['query'][Name]
      ? Endpoints[Op]['query'][Name] | readonly string[]
      : Endpoints[Op]['query'][Name]
    : Endpoints[Op]['query'][Name]
}

/** The members of an answer that are lists of rows. */
export type RowsKey<Op extends Operation> = {
  [Name in keyof Answer<Op>]: Answer<Op>[Name] extends readonly unknown[] ? Name : never
}[keyof Answer<Op>]
export type Row<Op extends Operation, Key extends keyof Answer<Op>> = Answer<Op>[Key] extends readonly (infer One)[]
  ? One
  : never

/** What a call can be given beyond its input. */
export type CallOptions = Omit<RequestOptions, 'method' | 'path' | 'body' | 'query'>

type Part<Name extends string, Type> = undefined extends Type ? { [N in Name]?: Type } : { [N in Name]: Type }
export type Input<Op extends Operation> = Part<'params', Endpoints[Op]['params']> &
  Part<'body', Body<Op>> & { query?: Filter<Op> | undefined }

interface LooseInput {
  params?: Readonly<Record<string, string>> | undefined
  query?: Query | undefined
  body?: unknown
}

export class Api {
  // Private to the engine, so that a client that is logged or serialised does not show its secret.
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  send<T>(options: RequestOptions): Promise<ApiResponse<T>> {
    return sendRequest<T>(this.#connection, options)
  }

  async call<Op extends Operation>(operation: Op, input: Input<Op>, options?: CallOptions): Promise<Answer<Op>> {
    return (await this.send<Answer<Op>>(toRequest(operation, input as LooseInput, options))).data
  }

  /** The same as another media type. */
  async text<Op extends Operation>(op: Op, accept: string, input: Input<Op>, options?: CallOptions): Promise<string> {
    return (await this.send<string>(toRequest(op, input as LooseInput, { ...options, accept }))).data
  }

  list<Op extends Operation, Key extends RowsKey<Op>>(
    operation: Op,
    rows: Key,
    input: Input<Op>,
    options?: CallOptions,
  ): List<Answer<Op>, Row<Op, Key>> {
    return this.walk(operation, 'cursor', input, options, (page) => Object(page)[rows] as Row<Op, Key>[])
  }

  /** `cursorName` is the parameter in which the next page is asked for. */
  walk<Op extends Operation, One>(
    operation: Op,
    cursorName: 'cursor' | 'after_id',
    input: Input<Op>,
    options: CallOptions | undefined,
    rowsOf: (page: Answer<Op>) => readonly One[],
  ): List<Answer<Op>, One> {
    const load = (cursor: string | undefined): Promise<Answer<Op>> => {
      // An offset is where the walk begins; from there on the cursor leads.
      const query = cursor === undefined ? input.query : { ...input.query, offset: undefined, [cursorName]: cursor }
      return this.call(operation, { ...input, query } as Input<Op>, options)
    }
    return new List(load, rowsOf)
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#connection.sleep(ms, signal)
  }
}

function toRequest(operation: Operation, input: LooseInput, options?: CallOptions): RequestOptions {
  const [method = '', template = ''] = operation.split(' ')
  const path = template.replace(/\{(\w+)\}/gu, (_, name: string) => segment(name, input.params?.[name]))
  const signed = path.startsWith('/api/partner/')
  return { signed, ...options, method, path, query: input.query, body: input.body }
}

/** An empty segment, or one of dots, would lead to another operation. */
function segment(name: string, value: string | undefined): string {
  if (!value || value === '.' || value === '..') throw new TypeError(`"${value ?? ''}" cannot be a ${name}.`)
  return encodeURIComponent(value)
}

/** The base of everything that groups operations by their noun. */
export abstract class Resource {
  protected readonly api: Api

  constructor(api: Api) {
    this.api = api
  }
}
