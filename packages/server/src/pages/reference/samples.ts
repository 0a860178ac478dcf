// The code that sends an operation: curl, TypeScript and Python, complete enough to paste.
import { readFileSync } from 'node:fs'
import type { SampleView } from '../../http/page.ts'
import { type Endpoint, type OpenApi, type Parameter, readBody, resolveRef, type Schema } from './document.ts'
import { buildExample } from './examples.ts'

type SdkCall = { call: string; args: string[]; isList?: true }
const SDK_CALLS = JSON.parse(
  readFileSync(new URL('../../../assets/sdk-calls.json', import.meta.url), 'utf8'),
) as Record<string, SdkCall>

/** Everything a request is made of, with example values. */
type Sample = {
  operation: string
  method: string
  baseUrl: string
  path: string
  query: string
  values: Record<string, unknown>
  body: unknown
  bodyType: string | null
  needsKey: boolean
  auth: 'signature' | 'operator' | 'token' | 'session' | 'none'
}

function pickAuth({ operation, isPushed }: Endpoint): Sample['auth'] {
  if (isPushed) return 'none'
  const schemes = (operation.security ?? []).flatMap((one) => Object.keys(one))
  if (schemes.includes('signature')) return 'signature'
  if (schemes.includes('operatorToken')) return 'operator'
  // Where no credential is enough, none is shown.
  if ((operation.security ?? []).some((one) => Object.keys(one).length === 0)) return 'none'
  if (schemes.includes('accessToken')) return 'token'
  return schemes.includes('session') ? 'session' : 'none'
}

function buildBody(document: OpenApi, { operation }: Endpoint): Pick<Sample, 'body' | 'bodyType'> {
  const requestBody = readBody(document, operation)
  const content = requestBody?.content ?? {}
  const type = 'application/json' in content ? 'application/json' : (Object.keys(content)[0] ?? null)
  const schema = type === null ? undefined : content[type]?.schema
  if (type === null || !schema) return { body: undefined, bodyType: type }
  const needed = buildExample(document, schema, { all: false })
  const isEmpty = typeof needed === 'object' && needed !== null && Object.keys(needed).length === 0
  if (!isEmpty || !requestBody?.required) return { body: needed, bodyType: type }
  // Nothing is required and something must be sent: the first two fields.
  const all = buildExample(document, schema, { all: true }) as object
  return { body: Object.fromEntries(Object.entries(all).slice(0, 2)), bodyType: type }
}

export function buildSample(document: OpenApi, endpoint: Endpoint, baseUrl: string): Sample {
  const parameters = (endpoint.operation.parameters ?? []).map((one) => resolveRef(document, one))
  const value = ({ name, schema }: Parameter): unknown => buildExample(document, schema as Schema, { all: false }, name)
  const required = parameters.filter((one) => one.required)
  const values = Object.fromEntries(required.map((one) => [one.name, value(one)]))
  const query = required
    .filter((one) => one.in === 'query')
    .map((one) => `${one.name}=${encodeURIComponent(String(values[one.name]))}`)
  return {
    operation: `${endpoint.method} ${endpoint.path}`,
    method: endpoint.method,
    baseUrl,
    path: endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? `{${name}}`)),
    query: query.join('&'),
    values,
    ...buildBody(document, endpoint),
    needsKey: required.some(({ name }) => name === 'Idempotency-Key'),
    auth: pickAuth(endpoint),
  }
}

const target = ({ path, query }: Sample): string => (query === '' ? path : `${path}?${query}`)
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
const bodyText = ({ body, bodyType }: Sample): string =>
  bodyType === 'application/x-www-form-urlencoded'
    ? new URLSearchParams(body as Record<string, string>).toString()
    : JSON.stringify(body)

// ---------------------------------------------------------------- curl

function curl(sample: Sample): string {
  const { method, baseUrl, path, query, body, bodyType, needsKey, auth } = sample
  const hasBody = body !== undefined && bodyType !== null
  const text = hasBody ? bodyText(sample) : ''
  const head = auth === 'signature' ? [...signingLines(method, path, query, text), ''] : []
  const headers = [
    ...(auth === 'signature'
      ? [
          '"X-Service-Key-Id: $FREEHOLD_KEY_ID"',
          '"X-Service-Timestamp: $TIMESTAMP"',
          '"X-Service-Nonce: $NONCE"',
          '"X-Service-Signature: v1=$SIGNATURE"',
        ]
      : []),
    ...(auth === 'operator' ? ['"Authorization: Bearer $FREEHOLD_OPERATOR_TOKEN"'] : []),
    ...(auth === 'token' ? ['"Authorization: Bearer $FREEHOLD_ACCESS_TOKEN"'] : []),
    ...(auth === 'session' ? ['"Cookie: $FREEHOLD_SESSION"'] : []),
    ...(needsKey ? ['"Idempotency-Key: $(openssl rand -hex 16)"'] : []),
    ...(hasBody ? [`"Content-Type: ${bodyType}"`] : []),
  ]
  const data = hasBody ? [auth === 'signature' ? '--data-raw "$BODY"' : `--data-raw ${quoted(text)}`] : []
  const lines = [
    `curl -X ${method} ${quoted(baseUrl + target(sample))}`,
    ...headers.map((header) => `-H ${header}`),
    ...data,
  ]
  return [...head, lines.join(' \\\n  ')].join('\n')
}

/** The six lines of the signature, with the tools that every system has. */
const signingLines = (method: string, path: string, query: string, text: string): string[] => [
  `BODY=${quoted(method === 'GET' ? '' : text)}`,
  'TIMESTAMP=$(date +%s)',
  'NONCE=$(openssl rand -hex 16)',
  `HASH=$(printf %s "$BODY" | openssl dgst -sha256 -r | cut -d ' ' -f 1)`,
  `SIGNATURE=$(printf '%s\\n%s\\n%s\\n%s\\n%s\\n%s' ${method} ${quoted(path)} ${quoted(query)} "$TIMESTAMP" "$NONCE" "$HASH" |`,
  `  openssl dgst -sha256 -hmac "$FREEHOLD_SECRET" -r | cut -d ' ' -f 1)`,
]

// ---------------------------------------------------------------- TypeScript

/** JSON as a programmer writes it: keys without quotes where they need none. */
function literal(value: unknown, indent = ''): string {
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, indent)).join(', ')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)?.replaceAll('"', "'") ?? 'undefined'
  const inner = `${indent}  `
  const rows = Object.entries(value).map(
    ([name, one]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: ${literal(one, inner)}`,
  )
  const line = `{ ${rows.join(', ')} }`
  return rows.length === 0
    ? '{}'
    : line.length < 80
      ? line
      : `{\n${rows.map((row) => `${inner}${row},`).join('\n')}\n${indent}}`
}

const CLIENT: Record<Sample['auth'], string> = {
  signature: '\n  keyId: process.env.FREEHOLD_KEY_ID,\n  secret: process.env.FREEHOLD_SECRET,',
  operator: '\n  operatorToken: process.env.FREEHOLD_OPERATOR_TOKEN,',
  token: '\n  accessToken: process.env.FREEHOLD_ACCESS_TOKEN,',
  session: '',
  none: '',
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The arguments of the SDK's method: identifiers by name, then the body or single fields of it. */
function sdkArguments({ args }: SdkCall, { values, body }: Sample): string[] {
  const fields = { ...values, ...(body as Record<string, unknown> | undefined) }
  return args.flatMap((name) => {
    if (name === 'format') return ["'csv'"]
    if (name === 'input') return body === undefined || Object.keys(body as object).length === 0 ? [] : [literal(body)]
    if (name === 'file') return ["await readFile('listings.csv')"]
    const value = fields[snake(name)] ?? fields[name]
    return value === undefined ? [] : [literal(value)]
  })
}

function typescript(sample: Sample): string {
  const call = SDK_CALLS[sample.operation]
  if (!call) return fetchCall(sample)
  const head = [
    ...(call.args.includes('file') ? ["import { readFile } from 'node:fs/promises'"] : []),
    "import { Freehold } from '@freehold/sdk'",
    '',
    `const freehold = new Freehold({\n  baseUrl: '${sample.baseUrl}',${CLIENT[sample.auth]}\n})`,
  ]
  const text = `freehold.${call.call}(${sdkArguments(call, sample).join(', ')})`
  const tail = call.isList
    ? `for await (const row of ${text}) {\n  console.log(row)\n}`
    : `const result = await ${text}\nconsole.log(result)`
  return [...head, tail].join('\n')
}

/** Shown where the SDK has no method. */
const CLIENT_OF_BROWSERS = 'fetch'

function fetchCall(sample: Sample): string {
  const { method, baseUrl, bodyType, auth, body } = sample
  const isForm = bodyType === 'application/x-www-form-urlencoded'
  const parts = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(auth === 'session' ? ["credentials: 'same-origin'"] : []),
    ...(body === undefined || isForm ? [] : [`headers: { 'content-type': '${bodyType}' }`]),
    ...(body === undefined
      ? []
      : [
          isForm ? `body: new URLSearchParams(${literal(body, '  ')})` : `body: JSON.stringify(${literal(body, '  ')})`,
        ]),
  ]
  const options = parts.length === 0 ? '' : `, {\n${parts.map((part) => `  ${part},`).join('\n')}\n}`
  return `const response = await ${CLIENT_OF_BROWSERS}('${baseUrl}${target(sample)}'${options})\nconsole.log(response.status, await response.text())`
}

// ---------------------------------------------------------------- Python

function pythonLiteral(value: unknown, indent = ''): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  const isList = Array.isArray(value)
  const rows = isList
    ? value.map((one) => pythonLiteral(one, inner))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${pythonLiteral(one, inner)}`)
  const [open, close] = isList ? '[]' : '{}'
  return rows.length === 0
    ? `${open}${close}`
    : `${open}\n${rows.map((row) => `${inner}${row},`).join('\n')}\n${indent}${close}`
}

const pythonEnv = (name: string): string => `os.environ["${name}"]`

function signedPython(sample: Sample): string {
  const { method, baseUrl, body, needsKey } = sample
  const last = [
    body === undefined ? 'None' : 'json.dumps(body)',
    ...(needsKey ? ['{"Idempotency-Key": str(uuid.uuid4())}'] : []),
  ]
  return [
    `import ${['json', 'os', ...(needsKey ? ['uuid'] : [])].join('\nimport ')}`,
    '',
    `# ${baseUrl}/docs/snippets/python/freehold.py`,
    'from freehold import request',
    '',
    ...(body === undefined ? [] : [`body = ${pythonLiteral(body)}`]),
    'status, text = request(',
    `    "${baseUrl}",`,
    `    ${pythonEnv('FREEHOLD_KEY_ID')},`,
    `    ${pythonEnv('FREEHOLD_SECRET')},`,
    `    "${method}",`,
    `    "${target(sample)}",`,
    ...last.map((one) => `    ${one},`),
    ')',
    'print(status, json.loads(text))',
  ].join('\n')
}

const PYTHON_AUTH: Partial<Record<Sample['auth'], string>> = {
  operator: `"Authorization": "Bearer " + ${pythonEnv('FREEHOLD_OPERATOR_TOKEN')}`,
  token: `"Authorization": "Bearer " + ${pythonEnv('FREEHOLD_ACCESS_TOKEN')}`,
  session: `"Cookie": ${pythonEnv('FREEHOLD_SESSION')}`,
}

function python(sample: Sample): string {
  if (sample.auth === 'signature') return signedPython(sample)
  const { method, baseUrl, body, bodyType } = sample
  const isForm = bodyType === 'application/x-www-form-urlencoded'
  const headers = [PYTHON_AUTH[sample.auth], body === undefined ? undefined : `"Content-Type": "${bodyType}"`]
  const given = headers.filter((one) => one !== undefined)
  return [
    ...(body === undefined || isForm ? [] : ['import json']),
    ...(given.some((one) => one.includes('os.environ')) ? ['import os'] : []),
    ...(isForm ? ['from urllib.parse import urlencode'] : []),
    'from urllib.request import Request, urlopen',
    '',
    ...(body === undefined ? [] : [`body = ${pythonLiteral(body)}`]),
    'request = Request(',
    `    "${baseUrl}${target(sample)}",`,
    ...(body === undefined ? [] : [`    data=${isForm ? 'urlencode(body)' : 'json.dumps(body)'}.encode(),`]),
    ...(given.length === 0 ? [] : [`    headers={${given.join(', ')}},`]),
    `    method="${method}",`,
    ')',
    'print(urlopen(request).read().decode())',
  ].join('\n')
}

export const buildSamples = (document: OpenApi, endpoint: Endpoint, baseUrl: string): SampleView[] => {
  if (endpoint.isPushed) return []
  const sample = buildSample(document, endpoint, baseUrl)
  return [
    { language: 'curl', code: curl(sample) },
    { language: 'TypeScript', code: typescript(sample) },
    { language: 'Python', code: python(sample) },
  ]
}
