// Registers the OAuth client once and stores its ID in a file. A new service or redirect URI needs a new registration.
import { readFile, writeFile } from 'node:fs/promises'
import { registerClient } from '@freehold/sdk'

/**
 * @param {import('@freehold/sdk').AuthorizationServerMetadata} server
 * @param {{ file: string, redirectUri: string }} application
 * @returns {Promise<string>} the client ID, which is public
 */
export async function clientIdFor(server, { file, redirectUri }) {
  const saved = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))
  if (saved.issuer === server.issuer && saved.redirectUri === redirectUri) return saved.clientId
  const { client_id: clientId } = await registerClient(server, {
    client_name: 'My Domains',
    redirect_uris: [redirectUri],
  })
  await writeFile(file, JSON.stringify({ issuer: server.issuer, redirectUri, clientId }))
  return clientId
}
