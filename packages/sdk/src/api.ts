// Owns the typed call of an operation over a connection, and the walk through a list.
import { type Answer, fillOperation, type Input, type LooseInput, type Operation } from './operation.ts'
import { List } from './pagination.ts'
import { type ApiResponse, type Connection, type RequestOptions, sendRequest } from './request.ts'

export type { Answer, Body, Filter, Input, Operation } from './operation.ts'

/** The members of an answer that are lists of rows. */
export type RowsKey<Op extends Operation> = {
  [Name in keyof Answer<Op>]: Answer<Op>[Name] extends readonly unknown[] ? Name : never
}[keyof Answer<Op>]
export type Row<Op extends Operation, Key extends keyof Answer<Op>> = Answer<Op>[Key] extends readonly (infer One)[]
  ? One
  : never

/** What a call can be given beyond its input. */
export type CallOptions = Omit<RequestOptions, 'method' | 'path' | 'body' | 'query'>

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
  const { method, path } = fillOperation(operation, input.params)
  const signed = path.startsWith('/api/partner/')
  return { signed, ...options, method, path, query: input.query, body: input.body }
}

/** The base of everything that groups operations by their noun. */
export abstract class Resource {
  protected readonly api: Api

  constructor(api: Api) {
    this.api = api
  }
}
