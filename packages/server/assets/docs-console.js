// The request console of /docs/console: fills in an operation, signs it in the browser with the SDK's own signer, sends it, and shows
// what was signed and what came back. What is typed stays in this tab and is gone when it closes.
import { signRequest } from './signing.js'

/** The parts of one document: a component of both is the same in both. */
const parts = await Promise.all(
  ['/openapi.json', '/openapi-operator.json'].map(async (url) => (await fetch(url)).json()),
)
const document_ = {
  tags: parts.flatMap(({ tags }) => tags),
  // One path can have operations in both parts.
  paths: mergeEntries(parts.map(({ paths }) => paths)),
  components: mergeEntries(parts.map(({ components }) => components)),
}
const operations = new Map(
  Object.entries(document_.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [operation.operationId, { path, method, operation }]),
  ),
)

/** `[{ a: { x: 1 } }, { a: { y: 2 } }]` becomes `{ a: { x: 1, y: 2 } }`. */
function mergeEntries(values) {
  const merged = {}
  for (const value of values)
    for (const [name, inner] of Object.entries(value)) merged[name] = { ...merged[name], ...inner }
  return merged
}

/** make('button', { type: 'submit' }, 'Send') */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(name, value)
  element.append(...children)
  return element
}

let serial = 0
function field(label, attributes = {}, tag = 'input') {
  const id = `try-${serial++}`
  const input = make(tag, { id, autocomplete: 'off', spellcheck: 'false', ...attributes })
  return { input, row: make('div', { class: 'field' }, make('label', { for: id }, label), input) }
}

// ------------------------------------------------------------------ who is asking

const KEPT = {
  keyId: ['Sandbox key ID', 'pk_sandbox_…', 'text'],
  secret: ['Secret', '', 'password'],
  accessToken: ['Access token (public API)', '', 'password'],
  operatorToken: ['Operator token', 'op_…', 'password'],
}
const credentials = Object.fromEntries(Object.keys(KEPT).map((name) => [name, '']))

function showCredentials() {
  const box = make('section', { class: 'credentials', 'aria-label': 'Credentials for trying' })
  box.append(
    make('h2', {}, 'Credentials'),
    make(
      'p',
      {},
      'Choose an operation, fill it in and send it. Partner requests are signed in your browser; your secret is never sent. ' +
        'A development service writes its credentials to data/credentials.json.',
    ),
  )
  for (const [name, [label, placeholder, type]] of Object.entries(KEPT)) {
    const { input, row } = field(label, { type, placeholder })
    input.addEventListener('input', () => {
      credentials[name] = input.value.trim()
    })
    box.append(row)
  }
  document.querySelector('#try-it').replaceWith(box)
}

// ------------------------------------------------------------------ an example body from its schema

/** `#/components/schemas/Quote` and its kin; anything else is itself. */
const resolve = (value) => {
  if (typeof value?.$ref !== 'string') return value ?? {}
  const [kind, name] = value.$ref.split('/').slice(-2)
  return document_.components[kind][name]
}

function buildExample(schema, depth = 0) {
  const known = resolve(schema)
  if (known.examples?.length) return known.examples[0]
  if (known.default !== undefined) return known.default
  if (known.enum) return known.enum[0]
  if (known.anyOf) return buildExample(known.anyOf[0], depth)
  const type = [known.type].flat()[0]
  if (type === 'object') {
    const required = Object.entries(known.properties ?? {}).filter(([name]) => (known.required ?? []).includes(name))
    return Object.fromEntries(required.map(([name, property]) => [name, buildExample(property, depth + 1)]))
  }
  if (type === 'array') return depth > 3 || !known.items ? [] : [buildExample(known.items, depth + 1)]
  if (type === 'integer' || type === 'number') return Math.max(known.minimum ?? 1, 1)
  if (type === 'boolean') return true
  return known.format === 'uri' ? 'https://shop.example/' : 'text'
}

// ------------------------------------------------------------------ sending

const isPartner = (path) => path.startsWith('/api/partner/')
const isOperator = (path) => path.startsWith('/api/operator/')

async function headersFor(request) {
  const { method, path, query, body, idempotencyKey } = request
  const headers = body === undefined ? {} : { 'Content-Type': 'application/json' }
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey
  if (isOperator(path)) return { headers: { ...headers, Authorization: `Bearer ${credentials.operatorToken}` } }
  if (!isPartner(path))
    return {
      headers: credentials.accessToken ? { ...headers, Authorization: `Bearer ${credentials.accessToken}` } : headers,
    }
  const signed = await signRequest({ method, path, query, body, keyId: credentials.keyId, secret: credentials.secret })
  return { headers: { ...headers, ...signed.headers }, canonicalString: signed.canonicalString }
}

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`

function formatCurl({ method, url, body }, headers) {
  const lines = [`curl -X ${method} ${quoted(location.origin + url)}`]
  for (const [name, value] of Object.entries(headers)) lines.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (body !== undefined) lines.push(`--data-raw ${quoted(body)}`)
  return lines.join(' \\\n  ')
}

const SHOWN = ['x-request-id', 'ratelimit', 'retry-after', 'idempotent-replayed', 'www-authenticate', 'x-search-mode']

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const part = (title, text, open = true) => {
  const box = make('details', open ? { open: '' } : {}, make('summary', {}, title))
  box.append(make('pre', { tabindex: '0' }, text))
  return box
}

async function send(request, output) {
  output.replaceChildren(make('p', {}, 'Sending…'))
  if (isPartner(request.path) && !(credentials.keyId && credentials.secret)) {
    output.replaceChildren(
      make('p', { class: 'bad' }, 'Fill in the key ID and the secret at the top of the page first.'),
    )
    return
  }
  try {
    const { headers, canonicalString } = await headersFor(request)
    const started = performance.now()
    const response = await fetch(request.url, {
      method: request.method,
      headers,
      body: request.body,
      credentials: 'same-origin',
    })
    const text = await response.text()
    const took = Math.round(performance.now() - started)
    const head = SHOWN.filter((name) => response.headers.get(name)).map(
      (name) => `${name}: ${response.headers.get(name)}`,
    )
    output.replaceChildren(
      make(
        'p',
        { class: response.ok ? 'good' : 'bad', role: 'status' },
        `${response.status} ${response.statusText} · ${took} ms`,
      ),
      part('Response', [...head, '', pretty(text)].join('\n').trim()),
    )
    if (canonicalString !== undefined) output.append(part('Signed text: six lines', canonicalString, false))
    output.append(part('As a curl command, valid once', formatCurl(request, headers), false))
  } catch (error) {
    output.replaceChildren(make('p', { class: 'bad', role: 'status' }, `Not sent: ${error.message}`))
  }
}

// ------------------------------------------------------------------ one operation's form

function buildForm({ path, method, operation }) {
  const form = make('form', { class: 'try', 'aria-label': `Try ${operation.operationId}` })
  const inputs = (operation.parameters ?? []).map(resolve).map((parameter) => {
    const { name, required, schema } = parameter
    const { input, row } = field(`${name}${required ? '' : ' (optional)'}`, {
      ...(required ? { required: '' } : {}),
      placeholder: schema?.examples?.[0] ?? schema?.default ?? schema?.enum?.join(' | '),
    })
    if (name === 'Idempotency-Key') input.value = crypto.randomUUID()
    form.append(row)
    return { ...parameter, input }
  })
  const schema = operation.requestBody?.content?.['application/json']?.schema
  const body = schema && field('Body', { rows: '8' }, 'textarea')
  if (body) {
    body.input.value = JSON.stringify(buildExample(schema), null, 2)
    form.append(body.row)
  }
  const output = make('div', { class: 'answer', 'aria-live': 'polite' })
  form.append(make('button', { type: 'submit' }, 'Send'), output)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const given = (where) => inputs.filter((one) => one.in === where && one.input.value !== '')
    let filled = path
    for (const { name, input } of inputs.filter((one) => one.in === 'path'))
      filled = filled.replace(`{${name}}`, encodeURIComponent(input.value))
    const query = new URLSearchParams(given('query').map(({ name, input }) => [name, input.value])).toString()
    const text = body?.input.value.trim()
    void send(
      {
        method: method.toUpperCase(),
        path: filled,
        query,
        url: query ? `${filled}?${query}` : filled,
        body: text ? text : undefined,
        idempotencyKey: given('header').find(({ name }) => name === 'Idempotency-Key')?.input.value,
      },
      output,
    )
  })
  return form
}

// ------------------------------------------------------------------ choosing an operation

function showChooser() {
  const { input: chooser, row } = field('Operation', {}, 'select')
  for (const { name } of document_.tags) {
    const group = make('optgroup', { label: name })
    for (const [id, { path, method, operation }] of operations)
      if (operation.tags.includes(name))
        group.append(make('option', { value: id }, `${method.toUpperCase()} ${path} · ${operation.summary}`))
    if (group.children.length > 0) chooser.append(group)
  }
  const place = make('div')
  const show = () => {
    const known = operations.get(chooser.value)
    place.replaceChildren(make('p', {}, known.operation.summary), buildForm(known))
  }
  const follow = () => {
    const wanted = decodeURIComponent(location.hash.slice(1))
    if (wanted && !operations.has(wanted)) {
      chooser.selectedIndex = -1
      const text = `There is no operation “${wanted}”. Choose an operation from the list.`
      place.replaceChildren(make('p', { class: 'bad', role: 'status' }, text))
      return
    }
    if (wanted) chooser.value = wanted
    show()
  }
  chooser.addEventListener('change', () => {
    location.hash = chooser.value
  })
  addEventListener('hashchange', follow)
  document.querySelector('.credentials').after(make('section', { 'aria-label': 'Request' }, row, place))
  if (!location.hash) chooser.value = 'domains.search'
  follow()
}

showCredentials()
showChooser()
