// A started service in production mode, with an operator's token and keys of partners.
import { expect, inject } from 'vitest'
import { createDatabase } from '../packages/server/test/postgres.ts'
import { type Env, finish, newFolder, type Service, START, startService } from './process.ts'

const SCOPES = ['search', 'buy', 'embed', 'broker', 'refer', 'report', 'webhook']

export type Production = {
  service: Service
  databaseUrl: string
  token: string
  /** A key of a new partner, as settings of the SDK and the command line. */
  issueKey(environment: 'sandbox' | 'live'): Promise<{ keyId: string; secret: string }>
}

export async function startProduction(name: string, more: Env = {}): Promise<Production> {
  const databaseUrl = await createDatabase(inject('postgresUrl'), `freehold_e2e_${process.pid}_${name}`)
  const env: Env = {
    DATABASE_URL: databaseUrl,
    NODE_ENV: 'production',
    MAIL: 'off',
    REGISTRY: 'simulated',
    BASE_URL: 'https://market.example',
    MASTER_KEY: Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 89 + 7) % 256)).toString('base64'),
    ...more,
  }
  const service = await startService(env)
  const made = await finish([...START, 'create-operator', 'chief@market.example'], { ...env, DATA_DIR: newFolder() })
  const token = /^token\s+(\S+)$/m.exec(made.stdout)?.[1] ?? ''

  async function operate(path: string, body: object = {}) {
    const response = await fetch(`${service.url}/api/operator/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    expect([path, response.status < 300, text]).toEqual([path, true, text])
    return JSON.parse(text)
  }

  return {
    service,
    databaseUrl,
    token,
    async issueKey(environment) {
      const partner = { name: `Shop ${environment}`, email: `${environment}@shop.example`, merchant_of_record: true }
      const { partner_id } = await operate('/partners', partner)
      if (environment === 'live') await operate(`/partners/${partner_id}/approve`)
      const input = { environment, scopes: SCOPES }
      const { key_id: keyId, secret } = await operate(`/partners/${partner_id}/credentials`, input)
      return { keyId, secret }
    },
  }
}
