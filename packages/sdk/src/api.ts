// Calls operations with their types, and paginates lists.
import { fillOperation, type Input, type LooseInput, type Operation, type ResponseBody } from './operation.ts'
import { List } from './pagination.ts'
import { type ApiResponse, type Connection, type RequestOptions, sendRequest } from './request.ts'

export type { Body, Filter, Input, Operation, ResponseBody } from './operation.ts'

/** The fields of a response that hold the items of a list. */
export type RowsKey<Op extends Operation> = {
  [Name in keyof ResponseBody<Op>]: ResponseBody<Op>[Name] extends readonly unknown[] ? Name : never
}[keyof ResponseBody<Op>]
export type Row<
  Op extends Operation,
  Key extends keyof ResponseBody<Op>,
> = ResponseBody<Op>[Key] extends readonly (infer One)[] ? One : never

/** Options of a call, beyond its input. */
export type CallOptions = Omit<RequestOptions, 'method' | 'path' | 'body' | 'query'>

export class Api {
  // A private field, so that logging or serializing a client does not reveal its secret.
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  send<T>(options: RequestOptions): Promise<ApiResponse<T>> {
    return sendRequest<T>(this.#connection, options)
  }

  async call<Op extends Operation>(operation: Op, input: Input<Op>, options?: CallOptions): Promise<ResponseBody<Op>> {
    return (await this.send<ResponseBody<Op>>(toRequest(operation, input as LooseInput, options))).data
  }

  /** Requests another media type and returns the response as text. */
  async text<Op extends Operation>(op: Op, accept: string, input: Input<Op>, options?: CallOptions): Promise<string> {
    return (await this.send<string>(toRequest(op, input as LooseInput, { ...options, accept }))).data
  }

  /** Requests a PDF and returns its bytes. */
  async pdf<Op extends Operation>(op: Op, input: Input<Op>, options?: CallOptions): Promise<Uint8Array> {
    const asked = { ...options, accept: 'application/pdf', binary: true }
    return (await this.send<Uint8Array>(toRequest(op, input as LooseInput, asked))).data
  }

  list<Op extends Operation, Key extends RowsKey<Op>>(
    operation: Op,
    rows: Key,
    input: Input<Op>,
    options?: CallOptions,
  ): List<ResponseBody<Op>, Row<Op, Key>> {
    return this.walk(operation, 'cursor', input, options, (page) => Object(page)[rows] as Row<Op, Key>[])
  }

  /** `cursorName` is the query parameter for the next page. */
  walk<Op extends Operation, One>(
    operation: Op,
    cursorName: 'cursor' | 'after_id',
    input: Input<Op>,
    options: CallOptions | undefined,
    getRows: (page: ResponseBody<Op>) => readonly One[],
  ): List<ResponseBody<Op>, One> {
    const load = (cursor: string | undefined): Promise<ResponseBody<Op>> => {
      // An offset applies to the first page; later pages use the cursor.
      const query = cursor === undefined ? input.query : { ...input.query, offset: undefined, [cursorName]: cursor }
      return this.call(operation, { ...input, query } as Input<Op>, options)
    }
    return new List(load, getRows)
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

/** The base class of every resource. */
export abstract class Resource {
  protected readonly api: Api

  constructor(api: Api) {
    this.api = api
  }
}
