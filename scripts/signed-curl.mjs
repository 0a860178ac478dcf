// Sends one signed request, or prints it as a curl command. Needs only Node; no packages.
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const USAGE = `Usage: node scripts/signed-curl.mjs METHOD PATH [BODY] [--print] [--idempotency-key KEY|auto]

  node scripts/signed-curl.mjs GET '/api/partner/v1/availability?domain=example.com'
  node scripts/signed-curl.mjs POST /api/partner/v1/quotes '{"domain":"example.com"}' --idempotency-key auto
  node scripts/signed-curl.mjs GET /api/partner/v1/orders --print

The response body goes to stdout, so you can pipe it to jq. The status line and the request ID go to stderr.
The exit code is 0 for a 2xx status, 1 for any other status, and 2 for wrong usage or when the service does not respond.

The base URL, key ID and secret come from FREEHOLD_BASE_URL, FREEHOLD_KEY_ID and FREEHOLD_SECRET. Values that are not set
come from credentials.json in DATA_DIR (default: the project's data folder). The service writes it at its first start.

--print             Print a curl command instead of sending. Its signature is valid for one request within five minutes.
--idempotency-key   Send this Idempotency-Key; auto generates one. POST /api/partner/v1/orders requires it.`

function fail(message) {
  console.error(message)
  process.exit(2)
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        print: { type: 'boolean' },
        'idempotency-key': { type: 'string' },
      },
    })
    if (values.help) {
      console.log(USAGE)
      process.exit(0)
    }
    const [method, path, body, ...rest] = positionals
    if (!method || !path || rest.length > 0) fail(USAGE)
    if (!path.startsWith('/')) fail(`The path must start with a slash, not "${path}".`)
    if (body !== undefined && /^(get|head)$/i.test(method)) fail(`A ${method} request cannot have a body.`)
    const key = values['idempotency-key']
    return { method: method.toUpperCase(), path, body, print: values.print, key: key === 'auto' ? randomUUID() : key }
  } catch (error) {
    return fail(`${error.message}\n\n${USAGE}`)
  }
}

function readCredentials() {
  const { FREEHOLD_BASE_URL: baseUrl, FREEHOLD_KEY_ID: keyId, FREEHOLD_SECRET: secret, DATA_DIR } = process.env
  if (baseUrl && keyId && secret) return { baseUrl, keyId, secret }
  // A key ID and a secret from different sources never match.
  if (Boolean(keyId) !== Boolean(secret)) fail('Set both FREEHOLD_KEY_ID and FREEHOLD_SECRET, or neither.')
  const file = join(DATA_DIR || fileURLToPath(new URL('../data', import.meta.url)), 'credentials.json')
  try {
    const saved = JSON.parse(readFileSync(file, 'utf8'))
    return {
      baseUrl: baseUrl || saved.base_url,
      keyId: keyId || saved.partner.key_id,
      secret: secret || saved.partner.secret,
    }
  } catch (error) {
    return fail(
      `Cannot read ${file} (${error.message}).\nStart the service once, set DATA_DIR to its data folder, or set the three FREEHOLD_ variables.`,
    )
  }
}

function encode(text) {
  return encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
}

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0
}

function canonicalQuery(rawQuery) {
  return [...new URLSearchParams(`?${rawQuery}`)]
    .sort(([keyA, valueA], [keyB, valueB]) => compare(keyA, keyB) || compare(valueA, valueB))
    .map(([key, value]) => `${encode(key)}=${encode(value)}`)
    .join('&')
}

function signedHeaders({ method, url, body, keyId, secret }) {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = randomUUID()
  const bodyHash = createHash('sha256')
    .update(body ?? '')
    .digest('hex')
  const text = [method, url.pathname, url.search.slice(1), timestamp, nonce, bodyHash].join('\n')
  return {
    'X-Service-Key-Id': keyId,
    'X-Service-Timestamp': timestamp,
    'X-Service-Nonce': nonce,
    'X-Service-Signature': `v1=${createHmac('sha256', secret).update(text).digest('hex')}`,
  }
}

function curlCommand(method, url, headers, body) {
  const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`
  const parts = [`curl --globoff --request ${quote(method)} ${quote(url.href)}`]
  for (const [name, value] of Object.entries(headers)) parts.push(`--header ${quote(`${name}: ${value}`)}`)
  if (body !== undefined) parts.push(`--data-raw ${quote(body)}`)
  return parts.join(' \\\n  ')
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

const { method, path, body, print, key } = readArguments()
const { baseUrl, keyId, secret } = readCredentials()
if (!URL.canParse(baseUrl)) fail(`The base URL "${baseUrl}" is not a valid URL.`)
const [pathname, ...query] = path.split('?')
const url = new URL(`${new URL(baseUrl).href.replace(/\/$/, '')}${pathname}`)
// Send the canonical form, so that the signed query and the sent query are the same text.
url.search = canonicalQuery(query.join('?'))
const headers = {
  ...signedHeaders({ method, url, body, keyId, secret }),
  ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  ...(key === undefined ? {} : { 'Idempotency-Key': key }),
}

if (print) {
  console.log(curlCommand(method, url, headers, body))
} else {
  try {
    const response = await fetch(url, { method, headers, body, redirect: 'manual' })
    const text = await response.text()
    console.error(`${response.status} ${response.statusText}`.trim())
    console.error(`X-Request-Id: ${response.headers.get('x-request-id') ?? 'none'}`)
    if (key !== undefined) console.error(`Idempotency-Key: ${key}`)
    if (text !== '') console.log(pretty(text))
    process.exitCode = response.ok ? 0 : 1
  } catch (error) {
    fail(`No response from ${url.origin}: ${error.cause?.message || error.cause?.code || error.message}`)
  }
}
