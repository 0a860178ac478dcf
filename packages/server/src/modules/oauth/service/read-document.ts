// Finds the client behind a client ID. A client that is known by a document is read from there, now and then.
import type { Db } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { isId, newId } from '../../../kernel/ids.ts'
import {
  CLIENT_DOCUMENT_BYTES_MAX,
  CLIENT_DOCUMENT_SECONDS,
  CLIENT_DOCUMENT_TIMEOUT_SECONDS,
} from '../../../kernel/limits.ts'
import { documentUrlProblem, isDocumentUrl, readClientDocument } from '../rules/documents.ts'
import { OAuthError } from '../rules/grants.ts'
import type { Client } from '../store.ts'
import * as store from '../store.ts'

type Reading = Pick<Deps, 'db' | 'clock' | 'outbound'>
/** Counts one reading of a document; it throws when the network has read too many. */
export type CountReading = () => Promise<unknown>

/** As it is stored; a document is not read for it. Undefined for a client that never asked a person. */
export async function findKnownClient(db: Db, clientId: string): Promise<Client | undefined> {
  if (isDocumentUrl(clientId)) return store.findClientByDocument(db, clientId)
  return isId('oauthClient', clientId) ? store.findClient(db, clientId) : undefined
}

const refuse = (problem: string): OAuthError => new OAuthError('invalid_client', `the client document ${problem}`)

async function fetchDocument({ outbound }: Pick<Deps, 'outbound'>, url: string): Promise<string> {
  const { statusCode, body, truncated, failure } = await outbound.request({
    url,
    method: 'GET',
    headers: ['accept', 'application/json', 'user-agent', 'Freehold-OAuth'],
    timeoutMs: CLIENT_DOCUMENT_TIMEOUT_SECONDS * 1000,
    maxBytes: CLIENT_DOCUMENT_BYTES_MAX,
  })
  if (failure) throw refuse(`cannot be read: ${failure.message}`)
  if (statusCode !== 200) throw refuse(`cannot be read: its server responded with ${statusCode}`)
  if (truncated) throw refuse(`is larger than ${CLIENT_DOCUMENT_BYTES_MAX} bytes`)
  return body.toString('utf8')
}

/** Anyone can make us read a URL, so each network can do so as often as it can register clients. */
async function readDocument(deps: Reading, url: string, countReading: CountReading): Promise<Client> {
  const problem = documentUrlProblem(url)
  if (problem !== null) throw new OAuthError('invalid_client', `client_id ${problem}`)
  const now = deps.clock.now()
  const known = await store.findClientByDocument(deps.db, url)
  if (known?.documentReadAt && addSeconds(known.documentReadAt, CLIENT_DOCUMENT_SECONDS) > now) return known
  await countReading()
  const metadata = readClientDocument(await fetchDocument(deps, url), url)
  const client = { id: newId('oauthClient', now), ...metadata, createdAt: now, documentUrl: url, documentReadAt: now }
  return deps.db.tx((tx) => store.saveDocumentClient(tx, client))
}

/** Undefined for a client that is not registered. Throws if its document cannot be used. */
export async function findAskingClient(
  deps: Reading,
  clientId: string,
  countReading: CountReading,
): Promise<Client | undefined> {
  return isDocumentUrl(clientId) ? readDocument(deps, clientId, countReading) : findKnownClient(deps.db, clientId)
}
