// Owns where the service is and who we are there: from the environment, or from the credentials.json that `npm start` writes.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const { FREEHOLD_BASE_URL: baseUrl, FREEHOLD_KEY_ID: keyId, FREEHOLD_SECRET: secret, DATA_DIR } = process.env

/** @returns {{ baseUrl: string, keyId: string, secret: string }} */
export function readSettings() {
  if (baseUrl && keyId && secret) return { baseUrl, keyId, secret }
  const file = path.join(DATA_DIR ?? fileURLToPath(new URL('../../data', import.meta.url)), 'credentials.json')
  try {
    const saved = JSON.parse(readFileSync(file, 'utf8'))
    return { baseUrl: baseUrl ?? saved.base_url, keyId: saved.partner.key_id, secret: saved.partner.secret }
  } catch {
    console.error(`Set FREEHOLD_BASE_URL, FREEHOLD_KEY_ID and FREEHOLD_SECRET, or start the service first: no ${file}.`)
    process.exit(1)
  }
}
