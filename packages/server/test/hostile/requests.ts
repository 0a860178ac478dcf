// From an operation and a number to a request on the wire: sample, mutation, authorisation. And how to send it by hand.
import { createHmac } from 'node:crypto'
import { sign } from '../signer.ts'
import { WEBHOOK_SECRET } from '../stripe-double.ts'
import { buildUrl, type Draft, formText, type Material, readHeader, setHeader } from './draft.ts'
import { spoil } from './mutations.ts'
import type { Operation } from './operations.ts'
import type { Random } from './random.ts'
import type { Sample, Stage } from './stage.ts'

export type Wire = { method: string; url: string; headers: [string, string][]; body: Buffer | undefined }

export type Case = {
  operation: Operation
  changes: string[]
  wire: Wire
  /** Sent with nothing that could let it in: whatever else is wrong with it, it must be refused. */
  mustBeRefused: boolean
  /** As the sample is: it must succeed, and lead where the sample says. */
  untouched: boolean
  leadsTo?: string | undefined
}

const readValues = ({ raw, form, body }: Sample): { text: string | undefined; type: string | undefined } => {
  if (raw) return { text: raw.text, type: raw.contentType }
  if (form) return { text: formText(form), type: 'application/x-www-form-urlencoded' }
  return body === undefined
    ? { text: undefined, type: undefined }
    : { text: JSON.stringify(body), type: 'application/json' }
}

export function gatherMaterial({ method, template, querySchema, bodySchema }: Operation, sample: Sample): Material {
  const { text, type } = readValues(sample)
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const params = Object.fromEntries(names.map((name) => [name, sample.params?.[name] ?? `no-${name}`]))
  const draft: Draft = {
    method,
    path: template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!)),
    query: sample.query ? sample.query.split('&') : [],
    headers: Object.entries({ ...sample.headers, ...(type === undefined ? {} : { 'content-type': type }) }),
    body: text === undefined ? undefined : Buffer.from(text),
    authorisation: 'good',
  }
  const value = sample.form ?? sample.body ?? (bodySchema ? {} : undefined)
  return {
    draft,
    template,
    params,
    querySchema,
    bodySchema,
    value,
    encoding: sample.form ? 'form' : sample.raw ? 'other' : 'json',
  }
}

type Headers = Record<string, string>
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })

function noticeSignature({ body }: Draft, secret: string, now: Date): Headers {
  const time = Math.floor(now.getTime() / 1000)
  const hash = createHmac('sha256', secret)
    .update(`${time}.`)
    .update(body ?? '')
    .digest('hex')
  return { 'stripe-signature': `t=${time},v1=${hash}` }
}

/** What shows who is calling, for each door; signed after everything else was changed. */
function buildProof({ door, environment }: Operation, draft: Draft, stage: Stage, caller?: Headers): Headers {
  const { world, service, stranger, outsider, otherToken } = stage
  const signedBy = (who: { keyId: string; secret: string }) =>
    sign(who, draft.method, buildUrl(draft), { now: service.clock.now(), bytes: draft.body }).headers
  const origin = service.deps.config.baseUrl
  const person = caller ?? { cookie: world.person.cookie, origin }
  const signNotice = (secret: string) => noticeSignature(draft, secret, service.clock.now())
  const table: Record<
    Exclude<Operation['door'], 'anybody' | 'page'>,
    Record<'good' | 'garbage' | 'other-kind' | 'foreign', Headers>
  > = {
    partner: {
      good: signedBy(environment === 'live' ? world.live : world.partner),
      garbage: signedBy({ ...world.partner, secret: 'wrong' }),
      'other-kind': bearer(service.operatorToken),
      foreign: signedBy(stranger[environment]),
    },
    operator: {
      good: bearer(service.operatorToken),
      garbage: bearer('op_garbage'),
      'other-kind': signedBy(world.partner),
      foreign: outsider.headers,
    },
    portal: {
      good: world.owner.headers,
      garbage: { cookie: `freehold_session=${'a'.repeat(43)}`, origin },
      'other-kind': { ...bearer(world.accessToken), ...signedBy(world.partner) },
      foreign: outsider.headers,
    },
    token: {
      good: bearer(world.accessToken),
      garbage: bearer('garbage'),
      'other-kind': bearer(service.operatorToken),
      foreign: bearer(otherToken),
    },
    session: {
      good: person,
      garbage: { cookie: `freehold_session=${'a'.repeat(43)}`, origin },
      'other-kind': bearer(world.accessToken),
      foreign: outsider.headers,
    },
    stripe: {
      good: signNotice(WEBHOOK_SECRET),
      garbage: { 'stripe-signature': 't=1,v1=00' },
      'other-kind': signedBy(world.live),
      foreign: signNotice('whsec_of_another'),
    },
  }
  if (door === 'page') return draft.authorisation === 'good' ? person : {}
  if (door === 'anybody' || draft.authorisation === 'none') return {}
  return table[door][draft.authorisation]
}

export function toWire(operation: Operation, draft: Draft, stage: Stage, caller?: Headers): Wire {
  // What a mutation says of the caller stands; a proof is added only where nothing is.
  for (const [name, value] of Object.entries(buildProof(operation, draft, stage, caller)))
    if (readHeader(draft, name) === undefined) draft.headers.push([name, value])
  if (operation.route?.idempotencyKey === 'required' && readHeader(draft, 'idempotency-key') === undefined)
    setHeader(draft, 'idempotency-key', `hostile-${Math.random()}`)
  return { method: draft.method, url: buildUrl(draft), headers: draft.headers, body: draft.body }
}

const isGuarded = ({ door }: Operation): boolean => door !== 'anybody' && door !== 'page'

/** Without `random` the sample is sent as it is. */
export function buildCase(operation: Operation, sample: Sample, stage: Stage, random?: Random): Case {
  const material = gatherMaterial(operation, sample)
  const { draft, changes } = random ? spoil(material, random) : { draft: material.draft, changes: [] }
  const mustBeRefused =
    isGuarded(operation) &&
    ['none', 'garbage', 'other-kind'].includes(draft.authorisation) &&
    draft.method !== 'OPTIONS'
  const wire = toWire(operation, draft, stage, sample.caller)
  return { operation, changes, wire, mustBeRefused, untouched: random === undefined, leadsTo: sample.leadsTo }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
const SHOWN_BYTES_MAX = 1500

/** To send it by hand; the signature is good for five minutes and once. */
export function formatCurl({ method, url, headers, body }: Wire): string {
  const lines = headers.map(([name, value]) => `-H ${quoted(`${name}: ${value.slice(0, 300)}`)}`)
  const data = body
    ? [`--data-binary @<(printf %s ${body.toString('base64').slice(0, SHOWN_BYTES_MAX)} | base64 -d)`]
    : []
  return [
    'curl --path-as-is -i',
    `-X ${method}`,
    ...lines,
    ...data,
    quoted(`http://localhost:8080${url}`.slice(0, 2000)),
  ].join(' ')
}
