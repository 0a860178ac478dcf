// Who visits a page, and how a page asks our own API: as its first client, with the visitor's session and address.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isMailOff } from '../config.ts'
import type { Deps } from '../deps.ts'
import { readParameter } from '../http/incoming.ts'
import type { PageOptions } from '../http/page.ts'
import { PAGE_READ_HEADERS } from '../http/page-reads.ts'
import { readSessionCookie } from '../http/session-cookie.ts'
import { ApiError, type ErrorCode, type ErrorDetail, type ErrorReason } from '../kernel/errors.ts'
import { findSession, type SignedIn } from '../modules/accounts/index.ts'
import { isTeamMember } from '../modules/partners/index.ts'
import { isTaxAdded } from '../modules/tax/index.ts'

export type Visitor = SignedIn & { isPartner: boolean }

export async function signedInAt({ db, clock, config }: Deps, request: FastifyRequest): Promise<SignedIn | undefined> {
  const token = readSessionCookie(request.headers.cookie, config.baseUrl)
  return token === undefined ? undefined : findSession(db, token, clock.now())
}

export async function findVisitor(deps: Deps, request: FastifyRequest): Promise<Visitor | null> {
  const session = await signedInAt(deps, request)
  if (!session) return null
  return { ...session, isPartner: await isTeamMember(deps.db, session.userId) }
}

/** Where someone who signed in belongs: operators in the console, team members in the portal, others in their account. */
export async function findHome(
  { db }: Pick<Deps, 'db'>,
  { userId, operatorRole }: Pick<SignedIn, 'userId' | 'operatorRole'>,
): Promise<string> {
  if (operatorRole !== null) return '/console'
  return (await isTeamMember(db, userId)) ? '/portal' : '/account'
}

/** For the head of a page: how the visitor is shown to themselves. */
export const toPerson = (visitor: Pick<Visitor, 'email' | 'operatorRole' | 'isPartner' | 'emailConfirmedAt'> | null) =>
  visitor && {
    email: visitor.email,
    role: visitor.operatorRole === null ? ('user' as const) : ('operator' as const),
    operatorRole: visitor.operatorRole,
    isPartner: visitor.isPartner,
    isConfirmed: visitor.emailConfirmedAt !== null,
  }

/** The page of a domain has its own image for chats and social networks. */
const shareImage = ({ config }: Pick<Deps, 'config'>, canonicalPath: string): PageOptions['document'] =>
  canonicalPath.startsWith('/domains/') ? { image: `${config.baseUrl}${canonicalPath}/share.png` } : {}

/** How a public page is sent: with its visitor in the head, its forms leading to ourselves, and its one true address. */
export async function publicOptions(
  deps: Deps,
  request: FastifyRequest,
  canonicalPath: string,
  document: PageOptions['document'] = {},
): Promise<PageOptions> {
  return {
    person: toPerson(await findVisitor(deps, request)),
    isTaxAdded: await isTaxAdded(deps),
    isMailOff: isMailOff(deps.config),
    forms: ["'self'"],
    isPublic: true,
    // The URL of a page to which a checkout returned has the token of its session.
    isKept: readParameter(request, 'session_id') === '',
    document: { canonical: deps.config.baseUrl + canonicalPath, ...shareImage(deps, canonicalPath), ...document },
  }
}

/** An address of ours with what is set of a query. */
export function addressWith(path: string, query: Record<string, string>): string {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString()
  return search === '' ? path : `${path}?${search}`
}

type ErrorBody = { error: { code: ErrorCode; message: string; reason: ErrorReason | null; details: ErrorDetail[] } }
type Ask = { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; query?: Record<string, string>; body?: object }

const PASSED_ON = ['cookie', 'user-agent', 'accept-language', 'authorization'] as const
const WHERE_FROM = ['origin', 'sec-fetch-site'] as const

/** Whoever opens a page asks nothing by themselves: the page does. Whoever sends a form says where it comes from. */
function pickHeaders(request: FastifyRequest): Record<string, string> {
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  const names = isReading ? PASSED_ON : [...PASSED_ON, ...WHERE_FROM]
  const passed = names.flatMap((name) => {
    const value = request.headers[name]
    return value === undefined ? [] : [[name, String(value)] as const]
  })
  const own: Record<string, string> = isReading ? { 'sec-fetch-site': 'same-origin' } : {}
  return { host: request.headers.host ?? 'localhost', ...Object.fromEntries(passed), ...own }
}

/** The answer, or null where the API says that there is no such thing. */
export async function orNothing<ResponseBody>(asked: Promise<ResponseBody>): Promise<ResponseBody | null> {
  return asked.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not_found') return null
    throw error
  })
}

/** What the API answers this visitor; a refusal is thrown as it came. */
export async function askApi<ResponseBody>(
  app: FastifyInstance,
  request: FastifyRequest,
  ask: Ask,
): Promise<ResponseBody> {
  const pairs = Object.entries(ask.query ?? {}).filter(([, value]) => value !== '')
  const search = new URLSearchParams(pairs).toString()
  const response = await app.inject({
    method: ask.method ?? 'GET',
    url: search === '' ? ask.path : `${ask.path}?${search}`,
    remoteAddress: request.ip,
    headers: { ...pickHeaders(request), ...PAGE_READ_HEADERS },
    ...(ask.body ? { payload: ask.body } : {}),
  })
  if (response.statusCode < 400) return JSON.parse(response.body) as ResponseBody
  const { error } = JSON.parse(response.body) as ErrorBody
  const retryAfter = response.headers['retry-after']
  throw new ApiError(error.code, {
    message: error.message,
    details: error.details,
    ...(error.reason === null ? {} : { reason: error.reason }),
    ...(retryAfter === undefined ? {} : { headers: { 'retry-after': String(retryAfter) } }),
  })
}

/** A refusal that the page shows. Our own fault goes on to the error handler. */
export function toRefusal(error: unknown): ApiError {
  if (error instanceof ApiError && error.status !== 500) return error
  throw error
}
