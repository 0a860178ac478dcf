// A route is one value. Validation, serialisation, OpenAPI, the docs page and the test matrix all come from it.
import type { Readable } from 'node:stream'
import type { Static, TObject, TSchema } from 'typebox'
import type { RateLimitName } from '../config.ts'
import type { ReadKind } from '../db/replica.ts'
import type { Db, Tx } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import type { ErrorCode } from '../kernel/errors.ts'
import type { Id } from '../kernel/ids.ts'
import type { OperatorRole } from '../kernel/operator-roles.ts'
import type { Scope } from '../kernel/owner.ts'
import type { OAuthScope, OperatorCaller, PartnerCaller, PortalCaller, PublicCaller } from './callers.ts'
import type { Deprecation } from './deprecation.ts'
import type { IdempotentCall } from './idempotency.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Callers = { partner: PartnerCaller; operator: OperatorCaller; portal: PortalCaller; public: PublicCaller }
export type AreaName = keyof Callers

/** What a handler knows of the request besides its input. */
export type Context<Area extends AreaName> = {
  deps: Deps
  db: Db
  caller: Callers[Area]
  /** The time of this request on the caller's clock; a sandbox partner may have moved its own. */
  now: Date
  requestId: Id<'request'>
  path: string
  headers: Readonly<Record<string, string | undefined>>
  /** Headers of the answer that a handler may add. */
  reply: { header(name: string, value: string): unknown }
}
/** A write runs in one transaction, opened before the handler and committed with the idempotency and audit rows. */
export type WriteContext<Area extends AreaName> = Context<Area> & { tx: Tx }

type Input<Params extends TObject, Query extends TObject, Body extends TSchema | undefined> = {
  params: Static<Params>
  query: Static<Query>
  /** Undefined when the route takes none, or takes it optionally and none was sent. */
  body: Body extends TSchema ? Static<Body> : undefined
  /** Only on routes that take the body as a stream. */
  stream?: Readable
}

/** The answer of a write that claimed its idempotency key and stored its answer itself, in one statement. */
export class RecordedResponse {
  readonly status: number
  readonly body: string
  readonly replayed: boolean
  constructor(status: number, body: string, replayed: boolean) {
    this.status = status
    this.body = body
    this.replayed = replayed
  }
}

/** `isEndless`: the response stays open, so its length says nothing about the speed of the service. */
type RawOptions = { headers?: Record<string, string>; isEndless?: boolean }

/** An answer in another shape than the schema's JSON: CSV, NDJSON, an event stream. */
export class RawResponse {
  readonly contentType: string
  readonly body: string | Readable
  readonly headers: Record<string, string>
  readonly isEndless: boolean
  constructor(contentType: string, body: string | Readable, { headers = {}, isEndless = false }: RawOptions = {}) {
    this.contentType = contentType
    this.body = body
    this.headers = headers
    this.isEndless = isEndless
  }

  /** Nobody will read it. */
  discard(): void {
    if (typeof this.body !== 'string') this.body.destroy()
  }
}

type RouteShape<
  Area extends AreaName,
  Params extends TObject,
  Query extends TObject,
  Body extends TSchema | undefined,
  Response extends TSchema,
> = {
  /** `noun.verb`, unique: the operation id of the OpenAPI document and of the SDK. */
  id: string
  area: Area
  method: Method
  /** Below the area's prefix, with `{name}` for parameters; an absolute path starts with the prefix itself. */
  path: string
  absolute?: true
  /** Imperative, without a period: `Create a quote`. */
  summary: string
  /** What the operation does, when to use it, and its important errors. */
  description: string
  /** What a successful response is: `The created quote.` */
  returns: string
  /** Partner area: one scope, any of several, or none. */
  scope?: Scope | readonly Scope[] | null
  /** Public area: only for a person in their own browser (`session`), or also a token with this scope, or any token. */
  signedIn?: OAuthScope | 'any' | 'session'
  /** Portal area: whoever is signed in, all of a partner's people, or its owners. By itself a read is for all, a write for owners. */
  membership?: 'none' | 'member' | 'owner'
  /** Only for accounts with a confirmed email address. */
  confirmed?: true
  /** A session needs a sign-in or second factor within the last ten minutes. Tokens and keys are not affected. */
  recent?: true
  /** Operator area: the roles that may call a write, besides `admin`. Every operator may read. */
  operators?: readonly OperatorRole[]
  /** Checks of the caller alone that come before validation, such as being merchant of record. */
  requires?: (caller: Callers[Area]) => void
  /** `by-operation`: the handler counts each operation that it runs. */
  limit?: RateLimitName | 'by-operation'
  /** Partner area: how many requests it counts as, read from a body that is not validated yet. Default: one. */
  countUnits?: (body: unknown) => number
  /** `ignored`: the response is a secret, so it is never stored, and each call is a new one. */
  idempotencyKey?: 'required' | 'optional' | 'ignored'
  /** Kept for ever instead of thirty days. */
  keepIdempotencyKey?: true
  params?: Params
  query?: Query
  body?: Body
  /** The handler judges each part of the body by itself, so that one bad part does not spoil the rest. */
  bodyInParts?: true
  /** The body may be left out altogether. */
  bodyOptional?: true
  /** The body is handed over unread; `consumes` says in which types. */
  streamed?: true
  consumes?: readonly string[]
  produces?: readonly string[]
  status?: 200 | 201 | 202
  response: Response
  errors?: readonly ErrorCode[]
  bodyBytesMax?: number
  /** A read that a replica may serve, if there is one. Default: the primary. */
  reads?: ReadKind
  /**
   * Partner area: a cheap GET whose handler only reads the database. It may begin while the caller is being admitted; its result is sent
   * after that.
   */
  readsAhead?: true
  /**
   * Public area: a GET whose response is the same for everyone. A client without a session or token may store it, and revalidates it with
   * its ETag.
   */
  revalidated?: true
  /** On its way out: its answers say so, and until when it is served. */
  deprecated?: Deprecation
}

export type ReadRoute<
  Area extends AreaName,
  Params extends TObject,
  Query extends TObject,
  Body extends TSchema | undefined,
  Response extends TSchema,
> = RouteShape<Area, Params, Query, Body, Response> & {
  writes?: false
  handle(
    context: Context<Area>,
    input: Input<Params, Query, Body>,
  ): Promise<Static<Response> | RawResponse> | Static<Response> | RawResponse
}

export type WriteRoute<
  Area extends AreaName,
  Params extends TObject,
  Query extends TObject,
  Body extends TSchema | undefined,
  Response extends TSchema,
  Prepared = unknown,
> = RouteShape<Area, Params, Query, Body, Response> & {
  writes: true
  /** Network calls and work that takes time: it runs before the transaction opens, and its result is given to `handle`. */
  prepare?(context: Context<Area>, input: Input<Params, Query, Body>): Promise<Prepared>
  handle(
    context: WriteContext<Area> & { prepared: Prepared },
    input: Input<Params, Query, Body>,
  ): Promise<Static<Response>>
}

/** One statement does everything, the idempotency key included: the fast path of recording a sale. */
export type StatementRoute<
  Area extends AreaName,
  Params extends TObject,
  Query extends TObject,
  Body extends TSchema | undefined,
  Response extends TSchema,
> = RouteShape<Area, Params, Query, Body, Response> & {
  writes: 'one-statement'
  idempotencyKey: 'required'
  handle(
    context: Context<Area> & { idempotency: IdempotentCall },
    input: Input<Params, Query, Body>,
  ): Promise<RecordedResponse>
}

/** Any route, its types forgotten: what the router, the documents and the tests walk over. */
export type Route = RouteShape<AreaName, TObject, TObject, TSchema | undefined, TSchema> & {
  writes?: boolean | 'one-statement'
  prepare?(context: never, input: never): Promise<unknown>
  handle(context: never, input: never): unknown
}

// biome-ignore lint/complexity/noBannedTypes: an object type without members is just what is meant
type Nothing = TObject<{}>

export function defineRoute<
  Area extends AreaName,
  Params extends TObject = Nothing,
  Query extends TObject = Nothing,
  Body extends TSchema | undefined = undefined,
  Response extends TSchema = TSchema,
  Prepared = unknown,
>(
  route:
    | ReadRoute<Area, Params, Query, Body, Response>
    | WriteRoute<Area, Params, Query, Body, Response, Prepared>
    | StatementRoute<Area, Params, Query, Body, Response>,
): Route {
  return route as unknown as Route
}

export const listScopes = (route: Route): readonly Scope[] =>
  route.scope === undefined || route.scope === null ? [] : typeof route.scope === 'string' ? [route.scope] : route.scope
