// A second service on the database of a first, with other settings: cheaper than a database of its own.
import { createHash } from 'node:crypto'
import { createApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { createDeps } from '../src/service.ts'
import type { Transport } from './browser.ts'
import { closeWithFile } from './closing.ts'
import type { TestService } from './harness.ts'

/** The least that a production service is configured with. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  BASE_URL: 'https://names.example',
  DATABASE_URL: 'postgres://nobody@localhost/none',
  MASTER_KEY: createHash('sha256').update('any').digest('base64'),
  REGISTRY: 'live',
  RATE_LIMITS: 'on',
  MAIL: 'off',
}

export async function startVariant({ deps, db, clock }: TestService, env: Record<string, string>): Promise<Transport> {
  const settings = readConfig({ REGISTRY: 'simulated', RATE_LIMITS: 'off', ...env }, deps.config.dataDir)
  const config = { ...settings, masterKey: deps.config.masterKey }
  const app = await createApp(await createDeps(config, { log: deps.log, clock, db }))
  closeWithFile(() => app.close())
  return {
    baseUrl: config.baseUrl,
    async send({ method, url, headers, body }) {
      const payload = body === undefined ? {} : { payload: body }
      const {
        statusCode,
        headers: answered,
        body: text,
      } = await app.inject({
        method: method as 'GET',
        url,
        headers,
        ...payload,
      })
      return { status: statusCode, headers: answered as Record<string, string | undefined>, text }
    },
  }
}
