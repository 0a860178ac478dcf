// A web app without a server: it searches, registers itself, signs a person in by PKCE and reads real prices.
const SERVICE =
  new URLSearchParams(location.search).get('service') ?? sessionStorage.getItem('service') ?? 'http://localhost:8080'
sessionStorage.setItem('service', SERVICE)
/** This page itself, without parameters: the person comes back here. */
const REDIRECT_URI = location.origin + location.pathname

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id))
/** @param {string} text */
const show = (text) => {
  element('status').textContent = text
}

/**
 * Text only: what others wrote must not become part of the page.
 * @param {string[]} lines
 */
function list(lines) {
  const items = lines.map((line) => Object.assign(document.createElement('li'), { textContent: line }))
  element('results').replaceChildren(...items)
}

/**
 * @param {string} path
 * @param {Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }} options
 */
async function call(path, options = {}) {
  const token = sessionStorage.getItem('token')
  const headers = { ...options.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const response = await fetch(SERVICE + path, { ...options, headers })
  const body = await response.json()
  if (!response.ok) throw new Error(body.error?.message ?? body.error_description ?? `status ${response.status}`)
  return body
}

/**
 * @param {string} path
 * @param {object} body
 */
const postJson = (path, body) =>
  call(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/**
 * @param {number} cents
 * @param {string} currency
 */
const formatPrice = (cents, currency) => (cents / 100).toLocaleString('en', { style: 'currency', currency })

/** @typedef {{ domain: string, price_cents: number, currency: string }} Offer */
/** @typedef {{ domain: string, status: string, price?: { cents: number, currency: string } }} Found */

/** @param {string} q */
async function searchMarket(q) {
  /** @type {{ results: Offer[] }} */
  const { results } = await call(`/api/market/search?${new URLSearchParams({ q, limit: '10' }).toString()}`)
  list(results.map((one) => `${one.domain} ${formatPrice(one.price_cents, one.currency)}`))
}

/** @param {string} q */
async function checkDomain(q) {
  /** @type {{ results: Found[] }} */
  const { results } = await postJson('/api/domain/search', { q })
  list(
    results.map(({ domain, status, price }) =>
      price ? `${domain} ${status} ${formatPrice(price.cents, price.currency)}` : `${domain} ${status}`,
    ),
  )
}

/** @param {ArrayBuffer | Uint8Array} bytes */
const toBase64Url = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
const randomText = () => toBase64Url(crypto.getRandomValues(new Uint8Array(32)))

async function signIn() {
  const { registration_endpoint: register, authorization_endpoint: authorize } = await call(
    '/.well-known/oauth-authorization-server',
  )
  const registered = await fetch(SERVICE + new URL(register).pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Name finder', redirect_uris: [REDIRECT_URI] }),
  })
  const { client_id: clientId } = await registered.json()
  const [verifier, state] = [randomText(), randomText()]
  sessionStorage.setItem('attempt', JSON.stringify({ clientId, verifier, state }))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    code_challenge: toBase64Url(digest),
    code_challenge_method: 'S256',
    state,
    scope: 'pricing:read',
  })
  location.assign(`${SERVICE}${new URL(authorize).pathname}?${query.toString()}`)
}

/** Back from the service: the state must be ours, and each attempt counts once. */
async function finishSignIn() {
  const back = new URLSearchParams(location.search)
  const attempt = JSON.parse(sessionStorage.getItem('attempt') ?? 'null')
  sessionStorage.removeItem('attempt')
  history.replaceState(null, '', REDIRECT_URI)
  if (!attempt || back.get('state') !== attempt.state) return show('The sign-in was not started here. Try again.')
  if (back.has('error')) return show(`Not signed in: ${back.get('error_description') ?? back.get('error')}`)
  const tokens = await call('/api/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: attempt.clientId,
      code: back.get('code') ?? '',
      code_verifier: attempt.verifier,
      redirect_uri: REDIRECT_URI,
    }),
  })
  // Only for this tab. A refresh token would outlive the page, so this app does not keep it.
  sessionStorage.setItem('token', tokens.access_token)
}

/** @param {Promise<void>} work */
const report = (work) => work.catch((error) => show(error.message))

for (const [id, run] of Object.entries({ market: searchMarket, check: checkDomain })) {
  const form = /** @type {HTMLFormElement} */ (element(id))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void report(run(String(new FormData(form).get('q'))))
  })
}
element('sign-in').addEventListener('click', () => void report(signIn()))

const back = new URLSearchParams(location.search)
if (back.has('code') || back.has('error')) await report(finishSignIn())
if (sessionStorage.getItem('token')) show('Signed in. Domain search shows real prices.')
