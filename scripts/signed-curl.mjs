// Owns the signed request by hand: performs one, or prints it as a curl command. Needs Node alone, no installed package.
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const USAGE = `Usage: node scripts/signed-curl.mjs METHOD PATH [BODY] [--print] [--idempotency-key KEY|auto]

  node scripts/signed-curl.mjs GET '/api/partner/v1/availability?domain=example.com'
  node scripts/signed-curl.mjs POST /api/partner/v1/quotes '{"domain":"example.com"}' --idempotency-key auto
  node scripts/signed-curl.mjs GET /api/partner/v1/orders --print

Base URL, key id and secret come from FREEHOLD_BASE_URL, FREEHOLD_KEY_ID and FREEHOLD_SECRET, and what is not set there from
credentials.json in DATA_DIR (default: data in the project), which the first start of the service writes.
--print shows a curl command instead of sending; its signature is good for one request within five minutes.`

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
    if (body !== undefined && /^(get|head)$/i.test(method)) fail(`A ${method} request has no body.`)
    const key = values['idempotency-key']
    return { method: method.toUpperCase(), path, body, print: values.print, key: key === 'auto' ? randomUUID() : key }
  } catch (error) {
    return fail(`${error.message}\n\n${USAGE}`)
  }
}

function readCredentials() {
  const { FREEHOLD_BASE_URL: baseUrl, FREEHOLD_KEY_ID: keyId, FREEHOLD_SECRET: secret, DATA_DIR } = process.env
  if (baseUrl && keyId && secret) return { baseUrl, keyId, secret }
  // Half of a pair from each source would only ever give a refused signature.
  if (Boolean(keyId) !== Boolean(secret)) fail('Set FREEHOLD_KEY_ID and FREEHOLD_SECRET together, or neither.')
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
      `Cannot read ${file} (${error.message}).\nSet DATA_DIR to the data folder of the service, start the service once, or set the three FREEHOLD_ variables.`,
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
if (!URL.canParse(baseUrl)) fail(`The base URL "${baseUrl}" is not an address.`)
const [pathname, ...query] = path.split('?')
const url = new URL(`${new URL(baseUrl).href.replace(/\/$/, '')}${pathname}`)
// Sent in the canonical form, so that what is signed and what goes over the wire are the same text.
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
    console.log(`${response.status} ${response.statusText}`.trim())
    console.log(`X-Request-Id: ${response.headers.get('x-request-id') ?? 'none'}`)
    if (key !== undefined) console.log(`Idempotency-Key: ${key}`)
    if (text !== '') console.log(pretty(text))
    process.exitCode = response.ok ? 0 : 1
  } catch (error) {
    fail(`No answer from ${url.origin}: ${error.cause?.message || error.cause?.code || error.message}`)
  }
}
