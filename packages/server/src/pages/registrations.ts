// The page that registers an available domain. It works without JavaScript; the payment is at the hosted checkout.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { type Form, receiveForm, sendTo, textFor } from '../http/forms.ts'
import { type PropsOf, sendPage } from '../http/page.ts'
import { ApiError, notFound } from '../kernel/errors.ts'
import { type DomainName, parseDomainName } from '../kernel/text/domain-name.ts'
import { canCharge } from '../modules/registrations/index.ts'
import { computeTermCents, findTlds, type Tld } from '../modules/registry/index.ts'
import { askApi, publicOptions, signedInAt, toRefusal } from './visits.ts'

type Props = PropsOf<'register'>
type Draft = Props['draft']

const FIELDS = [
  'years',
  'name',
  'organization',
  'street',
  'city',
  'state',
  'postal_code',
  'country',
  'phone',
  'email',
  'nameservers',
] as const

const readDraft = (form: Form): Draft => Object.fromEntries(FIELDS.map((field) => [field, form(field).trim()])) as Draft

const LABELS: Readonly<Record<string, string>> = {
  years: 'Term',
  nameservers: 'Nameservers',
  'registrant.name': 'Full name',
  'registrant.organization': 'Organization',
  'registrant.street': 'Street and number',
  'registrant.city': 'City',
  'registrant.state': 'State or province',
  'registrant.postal_code': 'Postal code',
  'registrant.country': 'Country',
  'registrant.email': 'Email address',
}
const PHONE_TEXT = 'Phone: enter the country code and the number, for example +1 555 555 0100.'

/** The API names its own fields and patterns. A person sees the labels of the form. */
function describeProblem(refusal: ApiError): string {
  const [problem] = refusal.details ?? []
  if (problem?.field === 'registrant.phone') return PHONE_TEXT
  const label = problem && LABELS[problem.field]
  return label ? `${label}: ${problem.message}` : textFor(refusal)
}

const PHONE = /^\+(\d{1,3})[ .-]+(\d[\d .-]*)$/

/** As people write it, with any separators, in the form that registries take. */
function toPhone(text: string): string {
  const [, country, number] = PHONE.exec(text) ?? []
  return country && number ? `+${country}.${number.replace(/[ .-]/g, '')}` : text
}

/** Empty fields are left out: the API says which of them it needs. */
function toBody(domain: string, { years, nameservers, ...rest }: Draft) {
  const hosts = nameservers.split(/[\s,]+/).filter(Boolean)
  const registrant = { ...rest, phone: toPhone(rest.phone) }
  return {
    domain,
    years: /^\d{1,2}$/.test(years) ? Number(years) : 0,
    ...(hosts.length > 0 ? { nameservers: hosts } : {}),
    registrant: Object.fromEntries(Object.entries(registrant).filter(([, text]) => text !== '')),
  }
}

const listTerms = (tld: Tld): Props['terms'] => {
  const [least, most] = [tld.minYears ?? 1, tld.maxYears ?? 10]
  return Array.from({ length: Math.max(most - least + 1, 0) }, (_, index) => least + index).flatMap((years) => {
    const cents = computeTermCents(tld, 'register', years)
    return cents === null ? [] : [{ years, cents }]
  })
}

/** The first term of a TLD that people can register here; null where they cannot. */
export async function findRegistration(
  deps: Pick<Deps, 'db' | 'registrars' | 'payments'>,
  tld: string,
): Promise<{ cents: number; years: number } | null> {
  if (!canCharge(deps)) return null
  const [rules] = await findTlds(deps.db, [tld])
  return (rules && listTerms(rules)[0]) ?? null
}

export function mountRegistrations(app: FastifyInstance, scope: FastifyInstance, deps: Deps): void {
  async function readOffer(request: FastifyRequest): Promise<{ name: DomainName; tld: Tld }> {
    const parsed = parseDomainName((request.params as { name: string }).name, { allowTest: false })
    if (!parsed.ok) throw new ApiError('validation_error', { message: parsed.message })
    const [tld] = canCharge(deps) ? await findTlds(deps.db, [parsed.name.tld]) : []
    if (!tld || listTerms(tld).length === 0)
      throw notFound(`This marketplace does not register .${parsed.name.tld} domains.`)
    return { name: parsed.name, tld }
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    { name, tld }: { name: DomainName; tld: Tld },
    { draft, refusal }: { draft: Draft; refusal?: ApiError },
  ): Promise<FastifyReply> {
    const { domain, unicode } = name
    const props: Props = {
      domain,
      unicode,
      terms: listTerms(tld),
      needsOrganization: tld.organizationRequired === true,
      needsNameservers: tld.nameserversRequired === true,
      draft,
      problem: refusal ? describeProblem(refusal) : null,
    }
    const options = await publicOptions(deps, request, `/domains/${domain}/register`)
    const status = refusal?.status ?? 200
    return sendPage(reply, { status, name: 'register', props, options: { ...options, isPublic: false } })
  }

  const signIn = (reply: FastifyReply, { domain }: DomainName): FastifyReply =>
    sendTo(reply, `/sign-in?next=${encodeURIComponent(`/domains/${domain}/register`)}`)

  async function showForm(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const offer = await readOffer(request)
    const session = await signedInAt(deps, request)
    if (!session) return signIn(reply, offer.name)
    const draft = { ...readDraft(() => ''), email: session.email }
    return show(request, reply, offer, { draft })
  }

  async function receive(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = receiveForm(deps, request)
    const offer = await readOffer(request)
    if (!(await signedInAt(deps, request))) return signIn(reply, offer.name)
    const draft = readDraft(form)
    const ask = { method: 'POST', path: '/api/registrations', body: toBody(offer.name.domain, draft) } as const
    const opened = await askApi<{ checkout_url: string }>(app, request, ask).catch(toRefusal)
    if (opened instanceof ApiError)
      return show(request, reply.headers(opened.headers), offer, { draft, refusal: opened })
    const { pathname, search } = new URL(opened.checkout_url)
    return sendTo(reply, pathname + search)
  }

  scope.get('/domains/:name/register', { config: { routeId: 'pages.register' } }, showForm)
  scope.post('/domains/:name/register', { config: { routeId: 'pages.register_send' } }, receive)
}
