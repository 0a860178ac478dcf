// Owns who we are to the service: registered once, and remembered in a file for as long as service and address are the same.
import { readFile, writeFile } from 'node:fs/promises'
import { registerClient } from '@freehold/sdk'

/**
 * @param {import('@freehold/sdk').AuthorizationServerMetadata} server
 * @param {{ file: string, redirectUri: string }} application
 * @returns {Promise<string>} the client id, which is no secret
 */
export async function clientIdFor(server, { file, redirectUri }) {
  const saved = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'))
  if (saved.issuer === server.issuer && saved.redirectUri === redirectUri) return saved.clientId
  const { client_id: clientId } = await registerClient(server, {
    client_name: 'My Names',
    redirect_uris: [redirectUri],
  })
  await writeFile(file, JSON.stringify({ issuer: server.issuer, redirectUri, clientId }))
  return clientId
}
