// Hostile addresses against a service in production: refused when registered, refused when called, never dialled.
import { describe, expect, it } from 'vitest'
import { startTestService, type TestPartner } from '../../../test/harness.ts'
import { HOSTILE_NAMES, HOSTILE_URLS } from '../../../test/hostile-addresses.ts'
import { createTestOutbound } from '../../../test/outbound.ts'
import { startReceiver, until } from '../../../test/receiver.ts'
import { sql } from '../../db/sql.ts'
import type { Owner } from '../../kernel/owner.ts'
import { emitEvents } from './index.ts'

const receiver = await startReceiver()
const PUBLIC = '93.184.216.34'
const outbound = createTestOutbound({
  allowLoopback: false,
  names: { ...HOSTILE_NAMES, 'good.example': [PUBLIC], 'turns.example': [[PUBLIC], ['10.0.0.1']] },
  reach: { [PUBLIC]: { port: receiver.port } },
})
const service = await startTestService(
  {
    NODE_ENV: 'production',
    MAIL: 'off',
    BASE_URL: 'https://market.example',
    RATE_LIMITS: 'on',
    RATE_PARTNER_WRITES: '100000',
    RATE_PARTNER_READS: '100000',
    MASTER_KEY: Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 89 + 7) % 256)).toString('base64'),
  },
  { outbound, background: true },
)
const partner = await service.partner()
const register = (url: string) =>
  service.signed(partner, 'PUT', '/api/partner/webhooks', { url, secret: 'sixteen-or-longer' })
const emit = (to: TestPartner) =>
  service.db.tx((tx) => {
    const owner = { partnerId: to.partnerId, environment: to.environment } as Owner
    return emitEvents(tx, owner, [{ type: 'order.recorded', data: {} }], service.clock.now(), service.clock.now())
  })
const attempts = async (to: TestPartner) =>
  (await service.signed(to, 'GET', '/api/partner/v1/webhooks/deliveries')).json.deliveries[0]?.attempts ?? []

describe('in production', () => {
  it('refuses every hostile address at registration, and nothing is dialled', async () => {
    const urls = [...HOSTILE_URLS, ...Object.keys(HOSTILE_NAMES).map((name) => `https://${name}/hook`)]
    expect(urls.length).toBeGreaterThanOrEqual(60)
    for (const url of urls) {
      const reply = await register(url)
      expect([url, reply.status, reply.json.error?.code]).toEqual([url, 400, 'validation_error'])
    }
    expect(outbound.dialled).toEqual([])
    expect((await service.signed(partner, 'GET', '/api/partner/webhooks')).status).toBe(404)
  })

  it('refuses them again at the connection, should one have got into the table', async () => {
    const other = await service.partner()
    await service.signed(other, 'PUT', '/api/partner/webhooks', {
      url: 'https://good.example/',
      secret: 'sixteen-or-longer',
    })
    for (const url of [
      'https://169.254.169.254/',
      'https://[::ffff:127.0.0.1]/',
      'https://metadata.example/',
      'http://127.0.0.1/',
    ]) {
      await service.db.run(sql`
        update webhook_endpoints set url = ${url}, updated_at = clock_timestamp() where partner_id = ${other.partnerId}`)
      await emit(other)
      await until('an attempt', async () => (await attempts(other)).length > 0)
      expect((await attempts(other))[0]).toMatchObject({
        status_code: null,
        error: expect.stringMatching(/^the URL must/),
      })
      await service.db.run(sql`delete from webhook_deliveries where partner_id = ${other.partnerId}`)
    }
    expect(outbound.dialled).toEqual([])
  })

  it('delivers to a public host, and stops when its name turns to a private address', async () => {
    const other = await service.partner()
    expect(
      (
        await service.signed(other, 'PUT', '/api/partner/webhooks', {
          url: 'https://good.example/h',
          secret: 'sixteen-or-longer',
        })
      ).status,
    ).toBe(200)
    await emit(other)
    await until('arrival', () => receiver.received.length === 1)
    expect(receiver.received[0]!.headers.host).toBe('good.example')

    const turning = await service.partner()
    const turns = { url: 'https://turns.example/h', secret: 'sixteen-or-longer' }
    expect((await service.signed(turning, 'PUT', '/api/partner/webhooks', turns)).status).toBe(200)
    await emit(turning)
    await until('an attempt', async () => (await attempts(turning)).length > 0)
    expect((await attempts(turning))[0].error).toMatch(/^the URL must/)
    expect(new Set(outbound.dialled)).toEqual(new Set([PUBLIC]))
    await receiver.stop()
  })

  it('accepts a host that does not resolve yet', async () => {
    expect((await register('https://soon.partner.example/hook')).status).toBe(200)
  })
})
