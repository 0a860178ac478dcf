// The front door of the partner area: every rule of the signature, in its order.
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../test/harness.ts'
import { sign } from '../../test/signer.ts'

const ME = '/api/partner/v1/me'
const ORDERS = '/api/partner/v1/orders'
const PROBE = '/api/partner/v1/availability?domain=held.test'

let service: TestService
let partner: TestPartner
beforeAll(async () => {
  service = await startTestService()
  partner = await service.partner()
  await service.list('sandbox', 'held.test')
})

const code = (response: { json: { error?: { code: string } } }) => response.json.error?.code

describe('signature headers', () => {
  it('accepts a request signed as the specification says', async () => {
    const response = await service.signed(partner, 'GET', PROBE)
    expect(response.status).toBe(200)
    expect(response.json).toMatchObject({ domain: 'held.test', available: true })
  })

  it('answers missing_credentials without a key id, even when nothing else is there', async () => {
    const response = await service.send({ method: 'GET', url: ME })
    expect([response.status, code(response)]).toEqual([401, 'missing_credentials'])
  })

  it('answers missing_credentials for a blank key id', async () => {
    const request = sign(partner, 'GET', ME)
    const response = await service.send({ ...request, headers: { ...request.headers, 'x-service-key-id': '  ' } })
    expect(code(response)).toBe('missing_credentials')
  })

  it.each(['x-service-timestamp', 'x-service-nonce', 'x-service-signature'])(
    'answers missing_signature_headers without %s',
    async (name) => {
      for (const value of [undefined, ' ']) {
        const request = sign(partner, 'GET', ME)
        const { [name]: _, ...headers } = request.headers
        const response = await service.send({
          ...request,
          headers: value === undefined ? headers : { ...headers, [name]: value },
        })
        expect([response.status, code(response)]).toEqual([401, 'missing_signature_headers'])
      }
    },
  )

  it('accepts a timestamp 300 seconds away and refuses one at 301', async () => {
    const now = Math.floor(service.clock.now().getTime() / 1000)
    for (const [offset, status] of [
      [-299, 200],
      [299, 200],
      [-302, 401],
      [302, 401],
    ] as const) {
      const response = await service.signed(partner, 'GET', ME, undefined, { timestamp: String(now + offset) })
      expect([offset, response.status]).toEqual([offset, status])
      if (status === 401) expect(code(response)).toBe('invalid_timestamp')
    }
  })

  it.each(['abc', '1e9', '-5', '12.5', '0x10', `${Date.now()}`])('refuses the timestamp %s', async (timestamp) => {
    expect(code(await service.signed(partner, 'GET', ME, undefined, { timestamp }))).toBe('invalid_timestamp')
  })

  it.each(['short', 'a'.repeat(129), 'with space in it', 'naïve-nonce-1', 'slash/slash/slash'])(
    'refuses the nonce %s as invalid_signature',
    async (nonce) => {
      const response = await service.signed(partner, 'GET', ME, undefined, {
        nonce: Buffer.from(nonce).toString('latin1'),
      })
      expect([response.status, code(response)]).toEqual([401, 'invalid_signature'])
    },
  )

  it('takes nonces of 8 and of 128 characters', async () => {
    for (const nonce of ['n0nce._~', `${'x'.repeat(120)}-y.z_w~Q`])
      expect((await service.signed(partner, 'GET', ME, undefined, { nonce })).status).toBe(200)
  })

  it.each(['v2=', 'v1', '', 'V1='])('refuses a signature that starts with "%s"', async (prefix) => {
    const request = sign(partner, 'GET', ME)
    const hex = request.headers['x-service-signature']!.slice(3)
    const response = await service.send({
      ...request,
      headers: { ...request.headers, 'x-service-signature': prefix + hex },
    })
    expect(code(response)).toBe('invalid_signature')
  })

  it('refuses an upper-case hex signature', async () => {
    const request = sign(partner, 'GET', ME)
    const upper = `v1=${request.headers['x-service-signature']!.slice(3).toUpperCase()}`
    expect(
      code(await service.send({ ...request, headers: { ...request.headers, 'x-service-signature': upper } })),
    ).toBe('invalid_signature')
  })

  it('gives an unknown key id and a wrong secret the same answer', async () => {
    const unknown = await service.signed({ keyId: 'pk_live_000000000000000000000000', secret: 'x' }, 'GET', ME)
    const live = await service.partner({ environment: 'live' })
    const wrong = await service.signed({ keyId: live.keyId, secret: 'sk_live_wrong' }, 'GET', ME)
    const strip = ({ json }: { json: { error: Record<string, unknown> } }) => ({ ...json.error, request_id: '' })
    expect(unknown.status).toBe(401)
    expect(strip(unknown)).toEqual(strip(wrong))
    expect(unknown.json.error.details).toEqual([])
  })

  it('shows the canonical string to sandbox keys only, known or not', async () => {
    for (const keyId of [partner.keyId, 'pk_sandbox_nobody']) {
      const response = await service.signed({ keyId, secret: 'wrong' }, 'GET', `${PROBE}&b=2&a=1`, undefined, {
        nonce: 'nonce-123',
      })
      const timestamp = String(Math.floor(service.clock.now().getTime() / 1000)).slice(0, 8)
      expect(response.json.error.details[0].field).toBe('canonical_string')
      expect(response.json.error.details[0].message).toContain(
        `GET\n/api/partner/v1/availability\na=1&b=2&domain=held.test\n${timestamp}`,
      )
    }
  })

  it('is checked before unknown parameters, which are then refused by name', async () => {
    const unsigned = await service.send({ method: 'GET', url: `${ORDERS}?limits=1`, headers: {} })
    expect(code(unsigned)).toBe('missing_credentials')
    const refused = await service.signed(partner, 'GET', `${ORDERS}?limits=1`)
    expect([refused.status, refused.json.error.details]).toEqual([
      400,
      [{ field: 'limits', message: 'unknown parameter; the closest known one is limit' }],
    ])
  })

  it('hashes the raw bytes: a changed blank breaks the signature', async () => {
    const request = sign(partner, 'GET', `${ORDERS}?limit=1`)
    expect(code(await service.send({ ...request, url: `${ORDERS}?limit=2` }))).toBe('invalid_signature')
    const reordered = sign(partner, 'GET', `${ORDERS}?limit=1&from=2026-01-01`)
    expect((await service.send({ ...reordered, url: `${ORDERS}?from=2026-01-01&limit=1` })).status).toBe(200)
  })
})

describe('nonces', () => {
  it('refuses a nonce already used, even with a new signature', async () => {
    const nonce = 'used-twice-0001'
    expect((await service.signed(partner, 'GET', ME, undefined, { nonce })).status).toBe(200)
    const again = await service.signed(partner, 'GET', PROBE, undefined, { nonce })
    expect([again.status, code(again)]).toEqual([401, 'replay_detected'])
  })

  it('keeps nonces of different keys apart', async () => {
    const other = await service.partner()
    const nonce = 'shared-between-keys'
    expect((await service.signed(partner, 'GET', ME, undefined, { nonce })).status).toBe(200)
    expect((await service.signed(other, 'GET', ME, undefined, { nonce })).status).toBe(200)
  })

  it('spends a nonce only on a valid signature', async () => {
    const nonce = 'not-spent-by-a-fool'
    await service.signed({ keyId: partner.keyId, secret: 'wrong' }, 'GET', ME, undefined, { nonce })
    expect((await service.signed(partner, 'GET', ME, undefined, { nonce })).status).toBe(200)
  })

  it('accepts one of 50 concurrent requests with one nonce', async () => {
    const request = sign(partner, 'GET', ME, { nonce: 'fifty-at-once-1' })
    const responses = await Promise.all(Array.from({ length: 50 }, () => service.send(request)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter((response) => code(response) === 'replay_detected')).toHaveLength(49)
  })

  it('remembers the nonce of a write although the server that admitted it is lost before the write', async () => {
    const domain = 'after-a-failover.test'
    await service.list('sandbox', domain)
    const body = JSON.stringify({ domain, expected_price: 100_000, currency: 'USD', external_payment_ref: 'failover' })
    const request = sign(partner, 'POST', ORDERS, { body, headers: { 'idempotency-key': 'after-a-failover' } })
    // As on a server that follows the lost one: the order is there, the nonce is not.
    await service.db.session((session) =>
      session.script(`
        create function lose_nonces() returns trigger language plpgsql as 'begin delete from used_nonces; return null; end';
        create trigger lose_nonces after insert on orders execute function lose_nonces()`),
    )
    const epoch = vi.spyOn(service.db, 'epoch').mockReturnValueOnce(service.db.epoch() - 1)
    expect((await service.send(request)).status).toBe(201)
    epoch.mockRestore()
    await service.db.session((session) => session.script('drop function lose_nonces() cascade'))
    expect(code(await service.send(request))).toBe('replay_detected')
  })

  it('remembers a nonce for fifteen minutes', async () => {
    const nonce = 'old-but-remembered'
    expect((await service.signed(partner, 'GET', ME, undefined, { nonce })).status).toBe(200)
    service.clock.advance(14 * 60)
    expect(code(await service.signed(partner, 'GET', ME, undefined, { nonce }))).toBe('replay_detected')
  })
})

describe('mutations', () => {
  it('accepts none of 2,000 one-byte mutations of a signed request', async () => {
    const body = '{"label":"x","kind":"generic"}'
    let seed = 1
    const random = (below: number) => {
      seed = createHash('sha256').update(String(seed)).digest().readUInt32BE(0)
      return seed % below
    }
    const flip = (text: string, from = 0) => {
      const at = from + random(text.length - from)
      const replacement = String.fromCharCode(33 + random(94))
      return (
        text.slice(0, at) +
        (replacement === text[at] ? (replacement === '~' ? '!' : '~') : replacement) +
        text.slice(at + 1)
      )
    }
    const url = '/api/partner/v1/availability?domain=held.test&x=1'
    const accepted: unknown[] = []
    for (let round = 0; round < 2000; round++) {
      const get = sign(partner, 'GET', url, { nonce: `mutation-${round}-aaaa` })
      const target = (
        ['x-service-signature', 'x-service-nonce', 'x-service-timestamp', 'x-service-key-id', 'url'] as const
      )[round % 5]!
      const mutated =
        target === 'url'
          ? { ...get, url: flip(get.url, url.indexOf('?') + 1).replaceAll('#', '%') }
          : { ...get, headers: { ...get.headers, [target]: flip(get.headers[target]!) } }
      if (mutated.url.split('?')[1] && sameQuery(mutated.url, get.url) && target === 'url') continue
      const response = await service.send(mutated)
      if (response.status !== 401) accepted.push({ mutated, status: response.status })
    }
    expect(accepted).toEqual([])
    expect(body).toBeDefined()
  })
})

/** A mutation may spell the same query differently; that one is rightly accepted. */
function sameQuery(a: string, b: string): boolean {
  const pairs = (url: string) => JSON.stringify([...new URLSearchParams(`?${url.split(/\?(.*)/s)[1]}`)].sort())
  return pairs(a) === pairs(b)
}

describe('who may enter', () => {
  it('refuses a revoked credential within five seconds and says so', async () => {
    const other = await service.partner()
    expect((await service.signed(other, 'GET', ME)).status).toBe(200)
    expect((await service.operator('DELETE', `/credentials/${other.keyId}`)).status).toBe(200)
    service.clock.advance(5)
    const response = await service.signed(other, 'GET', ME)
    expect([response.status, code(response), response.json.error.reason]).toEqual([
      401,
      'invalid_signature',
      'credential_revoked',
    ])
  })

  it('lets a rotated key work through its overlap and no longer', async () => {
    const other = await service.partner()
    const rotated = await service.operator('POST', `/credentials/${other.keyId}/rotate`, { overlap_seconds: 60 })
    expect(rotated.status).toBe(201)
    const successor = { keyId: rotated.json.key_id, secret: rotated.json.secret }
    expect((await service.signed(other, 'GET', ME)).status).toBe(200)
    expect((await service.signed(successor, 'GET', ME)).status).toBe(200)
    service.clock.advance(61)
    expect((await service.signed(other, 'GET', ME)).json.error.reason).toBe('credential_revoked')
    expect((await service.signed(successor, 'GET', ME)).status).toBe(200)
  })

  it('answers 403 to a suspended partner and to a live key before approval', async () => {
    const suspended = await service.partner()
    await service.operator('POST', `/partners/${suspended.partnerId}/suspend`)
    service.clock.advance(3)
    const first = await service.signed(suspended, 'GET', ME)
    expect([first.status, first.json.error.reason]).toEqual([403, 'partner_suspended'])

    const pending = await service.partner({ environment: 'live', approved: false })
    const second = await service.signed(pending, 'GET', ME)
    expect([second.status, second.json.error.reason]).toEqual([403, 'partner_not_approved'])
    await service.operator('POST', `/partners/${pending.partnerId}/approve`)
    service.clock.advance(3)
    expect((await service.signed(pending, 'GET', ME)).status).toBe(200)
  })

  it('keeps sandbox and live inventories apart', async () => {
    const live = await service.partner({ environment: 'live' })
    const inLive = await service.signed(live, 'GET', '/api/partner/v1/availability?domain=quickwheels.com')
    await service.list('sandbox', 'quickwheels.com')
    const after = await service.signed(live, 'GET', '/api/partner/v1/availability?domain=quickwheels.com')
    const sandbox = await service.signed(partner, 'GET', '/api/partner/v1/availability?domain=quickwheels.com')
    expect([inLive.json.reason, after.json.reason, sandbox.json.available]).toEqual(['unlisted', 'unlisted', true])
    expect((await service.signed(live, 'GET', PROBE)).status).toBe(400)
  })
})
