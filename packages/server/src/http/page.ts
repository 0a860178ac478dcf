// Pages for people: rendered by the web package, sent with a policy that lets in nothing from elsewhere.
import {
  DEFAULT_LOCALE,
  type DocumentOptions,
  type Issuer,
  type PageContext,
  type PageName,
  type Person,
  type PropsOf,
  type RenderedPage,
  renderPage,
  THEME_COOKIE,
  toLocale,
  toTheme,
} from '@freehold/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { readCookies } from '../kernel/text/cookies.ts'
import { readSessionCookie } from './session-cookie.ts'
import { toStaticBody } from './static-body.ts'
import { extractPath } from './wire.ts'

export type { FieldView, NavGroup, OperationView, PropsOf, SampleView, SearchEntry } from '@freehold/web'
export { isWorkplacePath } from '@freehold/web'

type Sources = readonly string[]

export type PageOptions = {
  person?: Person | null
  /** The checkout adds tax to prices. */
  isTaxAdded?: boolean
  /** The service sends no email. */
  isMailOff?: boolean
  /** Who issues statements. */
  issuer?: Issuer
  /** Where the forms of a page lead, the redirects that answer them included: browsers hold those to the policy, too. */
  forms?: readonly ["'self'", ...string[]]
  /** What else a page may load: the form of a payment service. */
  policy?: { scripts?: Sources; frames?: Sources; connections?: Sources }
  /** May search engines keep it? Addresses of the others may carry a token. */
  isPublic?: boolean
  /** A browser may keep it for the way back and revalidate it: nothing in it or in its URL is a secret. */
  isKept?: boolean
  /** The page is the same for all anonymous visitors while the process runs, and so is the object of its props. */
  isConstant?: boolean
  /** Whoever holds the address may use the page. */
  hasToken?: true
  document?: DocumentOptions
}

/** Only what is a source can stand in a policy: anything else would begin a directive of its own. */
const SOURCE = /^(?:'[a-z0-9-]+'|data:|[a-z][a-z0-9+.-]*:(?:\/\/[a-z0-9.:[\]-]+)?)$/i

function buildPolicy({ forms, policy = {} }: PageOptions, styleSource: string | null): string {
  const { scripts = [], frames = [], connections = [] } = policy
  return [
    "default-src 'none'",
    `style-src ${["'self'", ...(styleSource === null ? [] : [styleSource])].join(' ')}`,
    "font-src 'self'",
    "img-src 'self' data:",
    "manifest-src 'self'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    `connect-src ${["'self'", ...connections].join(' ')}`,
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    `form-action ${forms?.filter((source) => SOURCE.test(source)).join(' ') ?? "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** A token in the address must not travel on. A form must be able to say whose it is, unless its token does. */
function chooseReferrerPolicy({ isPublic, hasToken, forms }: PageOptions): string {
  if (isPublic) return 'strict-origin-when-cross-origin'
  return forms && !hasToken ? 'same-origin' : 'no-referrer'
}

/** The first language of the browser; English where there is none, or it is not known. */
export const parseLocale = (header: string | undefined): string => toLocale((header ?? '').split(/[,;]/, 1)[0] ?? '')

/** What the reader chose on this device; null follows the system. */
function readTheme(cookies: string | undefined): 'light' | 'dark' | null {
  const theme = toTheme(readCookies(cookies, THEME_COOKIE)[0])
  return theme === 'system' ? null : theme
}

declare module 'fastify' {
  interface FastifyInstance {
    site?: SiteFacts
  }
}

/** What every page knows about the site: where it is, and what its operator says on every page. */
export type SiteFacts = Pick<PageContext, 'contact' | 'links'> & { baseUrl: string }

export const readSiteFacts = ({
  baseUrl,
  supportContact,
  site,
}: Pick<Config, 'baseUrl' | 'supportContact' | 'site'>): SiteFacts => ({
  baseUrl,
  contact: supportContact,
  links: [
    ...(site.terms ? [{ href: site.terms.href, text: 'Terms' }] : []),
    ...(site.privacy ? [{ href: site.privacy.href, text: 'Privacy' }] : []),
    ...(site.statusUrl ? [{ href: site.statusUrl, text: 'Status' }] : []),
  ],
})

const hasSession = ({ headers }: FastifyRequest, site: SiteFacts | undefined): boolean =>
  site !== undefined && readSessionCookie(headers.cookie, site.baseUrl) !== undefined

type Rendered = { body: string | Buffer; styleSource: RenderedPage['styleSource'] }

/** Constant pages as they were sent first, by the object of their props. */
const CONSTANT = new WeakMap<object, Rendered>()

/** A page, not yet sent: what a handler decides on. */
export type PageResponse<Name extends PageName = PageName> = {
  status: number
  name: Name
  props: PropsOf<Name>
  options?: PageOptions
}

/** Every message has a search box. Its URL may carry a token, so no referrer leaves it. */
const MESSAGE: PageOptions = { forms: ["'self'"], hasToken: true }

/** What can be gone back to: a page that was found, or a domain that was sold. */
const KEPT_STATUSES = new Set([200, 410])

const chooseCachePolicy = ({ method }: FastifyRequest, status: number, { isKept }: PageOptions): string =>
  isKept && (method === 'GET' || method === 'HEAD') && KEPT_STATUSES.has(status) ? 'private, no-cache' : 'no-store'

function render<Name extends PageName>(
  { request, server: { site } }: FastifyReply,
  { name, props }: Pick<PageResponse<Name>, 'name' | 'props'>,
  options: PageOptions,
): Rendered {
  const isConstant = options.isConstant === true && !options.person
  const kept = isConstant ? CONSTANT.get(props as object) : undefined
  if (kept) return kept
  const context = {
    locale: isConstant ? DEFAULT_LOCALE : parseLocale(request.headers['accept-language']),
    path: extractPath(request.raw.url),
    person: options.person ?? null,
    hasSession: !isConstant && options.person === undefined && hasSession(request, site),
    contact: site?.contact ?? null,
    links: site?.links ?? [],
    isTaxAdded: options.isTaxAdded ?? false,
    isMailOff: options.isMailOff ?? false,
    issuer: options.issuer ?? { name: 'Freehold', address: [] },
    theme: isConstant ? null : readTheme(request.headers.cookie),
  }
  const { html, styleSource } = renderPage(name, props, context, options.document)
  if (!isConstant) return { body: html, styleSource }
  const constant = { body: toStaticBody(html), styleSource }
  CONSTANT.set(props as object, constant)
  return constant
}

export function sendPage<Name extends PageName>(
  reply: FastifyReply,
  { status, name, props, options: given = {} }: PageResponse<Name>,
): FastifyReply {
  const options = name === 'message' ? { ...MESSAGE, ...given } : given
  const { body, styleSource } = render(reply, { name, props }, options)
  reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', buildPolicy(options, styleSource))
    .header('cross-origin-opener-policy', 'same-origin')
    .header('x-frame-options', 'DENY')
    .header('cache-control', chooseCachePolicy(reply.request, status, options))
    .header('referrer-policy', chooseReferrerPolicy(options))
  if (!options.isPublic) reply.header('x-robots-tag', 'noindex')
  return reply.send(body)
}

/** A page that says one thing. */
export const sendMessage = (
  reply: FastifyReply,
  status: number,
  props: PropsOf<'message'>,
  options: PageOptions = {},
): FastifyReply => sendPage(reply, { status, name: 'message', props, options })
