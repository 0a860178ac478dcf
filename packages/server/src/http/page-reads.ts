// Marks the requests that our own pages send to the public API, in this process, on behalf of a visitor.
import { randomBytes, timingSafeEqual } from 'node:crypto'

const HEADER = 'x-freehold-page-read'

/** Known to this process only, so that no client can send it. */
const TOKEN = randomBytes(32).toString('base64url')

export const PAGE_READ_HEADERS: Readonly<Record<string, string>> = { [HEADER]: TOKEN }

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Whether one of our pages sent the request. */
export function isFromPage({ headers }: { headers: Headers }): boolean {
  const given = headers[HEADER]
  if (typeof given !== 'string') return false
  const bytes = Buffer.from(given)
  return bytes.length === TOKEN.length && timingSafeEqual(bytes, Buffer.from(TOKEN))
}

/** The page was counted already: its reads do not use up what the visitor's network may ask of the API. */
export const isPageRead = (request: { method: string; headers: Headers }): boolean =>
  request.method === 'GET' && isFromPage(request)
