// The landing page of an affiliate: search, tracked links and their statistics. Start it with `node server.js`.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { Freehold, FreeholdError } from '@freehold/sdk'
import { openLinks } from './links.js'
import { errorPage, landingPage, numbersPage } from './pages.js'
import { readSettings } from './settings.js'
import { PageError, page, redirect, serve } from './web.js'

/** @typedef {import('./web.js').Handler} Handler */

const port = Number(process.env.PORT ?? 4003)
const password = process.env.NUMBERS_PASSWORD ?? randomBytes(9).toString('base64url')
const freehold = new Freehold(readSettings())
const links = await openLinks(freehold).catch((error) => {
  console.error(`Cannot load the links: ${error.message}`)
  process.exit(1)
})

/** @type {Handler} */
async function land({ url }) {
  const query = url.searchParams.get('q')?.trim()
  if (!query) return page(landingPage())
  const { results } = await freehold.public.market.search(query)
  return page(landingPage({ query, results }))
}

/** Redirects to the tracked link, which leads to the domain's page. Links are created here, not when the page is read. @type {Handler} */
async function follow({ params }) {
  const asked = params.name ?? ''
  return redirect((await links.toName(domainToASCII(asked) || asked)).url)
}

/** @type {Handler} */
const browse = async () => redirect((await links.toMarket()).url)

/** Only for the owner of this site. @type {Handler} */
async function numbers({ authorization }) {
  if (!isOurs(authorization)) return { ...page(errorPage({ message: 'Enter the password.' }), 401), ...ASK_PASSWORD }
  const [clicks, { balance }, all] = await Promise.all([
    freehold.me.clicks(),
    freehold.me.commissions(),
    freehold.links.list({ limit: 100 }).toArray(),
  ])
  return page(numbersPage({ clicks, balance, links: all }))
}

const ASK_PASSWORD = {
  headers: { 'content-type': 'text/html; charset=utf-8', 'www-authenticate': 'Basic realm="numbers"' },
}

/** @param {string} authorization */
function isOurs(authorization) {
  const given = Buffer.from(
    Buffer.from(authorization.replace(/^Basic /i, ''), 'base64')
      .toString()
      .replace(/^[^:]*:/, ''),
  )
  const expected = Buffer.from(password)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** @param {unknown} error */
function showError(error) {
  if (error instanceof PageError) return page(errorPage({ message: error.message }), error.status)
  console.error(error instanceof FreeholdError ? [error.status, error.code, error.requestId].join(' ') : error)
  if (!(error instanceof FreeholdError))
    return page(errorPage({ message: 'An unexpected error occurred. Please try again.' }), 500)
  if (error.status === 404) return page(errorPage({ message: 'This domain is no longer for sale.' }), 404)
  const { requestId } = error
  return page(errorPage({ message: 'The marketplace is unavailable. Please try again.', requestId }), 502)
}

serve({
  port,
  onError: showError,
  routes: { 'GET /': land, 'GET /go/:name': follow, 'GET /market': browse, 'GET /numbers': numbers },
})
if (!process.env.NUMBERS_PASSWORD) console.log(`Password for /numbers: ${password} (any user name)`)
