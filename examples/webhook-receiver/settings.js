// Reads the service URL and the partner key from the environment, or from the credentials.json that `npm start` writes.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const { FREEHOLD_BASE_URL: baseUrl, FREEHOLD_KEY_ID: keyId, FREEHOLD_SECRET: secret, DATA_DIR } = process.env
const file = path.join(DATA_DIR ?? fileURLToPath(new URL('../../data', import.meta.url)), 'credentials.json')

const readCredentials = () => JSON.parse(readFileSync(file, 'utf8'))

/** @returns {{ baseUrl: string, keyId: string, secret: string }} */
export function readSettings() {
  if (baseUrl && keyId && secret) return { baseUrl, keyId, secret }
  try {
    const saved = readCredentials()
    return { baseUrl: baseUrl ?? saved.base_url, keyId: saved.partner.key_id, secret: saved.partner.secret }
  } catch {
    console.error(
      `Cannot read ${file}. Start the service first, or set FREEHOLD_BASE_URL, FREEHOLD_KEY_ID and FREEHOLD_SECRET.`,
    )
    process.exit(1)
  }
}

/** The service URL alone, for calls without a key. @returns {string} */
export function readBaseUrl() {
  if (baseUrl) return baseUrl
  try {
    return readCredentials().base_url
  } catch {
    return 'http://localhost:8080'
  }
}
