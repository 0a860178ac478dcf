// What the generator of hostile requests found, each as a test of its own.
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import { type Send, socketSender } from '../../test/hostile/senders.ts'

let service: TestService
let send: Send
beforeAll(async () => {
  service = await startTestService()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  send = socketSender((service.app.server.address() as AddressInfo).port)
})

describe('a time', () => {
  it.each(['0000-01-01', '0000-01-01T00:00:00+23:59', '0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59-00:01'])(
    'that no database knows is 400 (%s)',
    async (from) => {
      const partner = await service.partner()
      for (const path of ['me/clicks', 'me/sales', 'orders', 'transactions', 'analytics']) {
        const { status } = await service.signed(
          partner,
          'GET',
          `/api/partner/v1/${path}?from=${encodeURIComponent(from)}`,
        )
        expect([path, status]).toEqual([path, 400])
      }
    },
  )

  it.each(['0001-01-01', '9999-12-31T23:59:59Z'])('at the ends of what is known is taken (%s)', async (from) => {
    const partner = await service.partner()
    for (const path of ['me/clicks', 'me/sales', 'orders', 'transactions']) {
      const { status } = await service.signed(partner, 'GET', `/api/partner/v1/${path}?from=${from}`)
      expect([path, status]).toEqual([path, 200])
    }
  })
})

describe('an answer of the tools for agents', () => {
  it('leaves the connection to the client, who asked for its end', async () => {
    const params = { name: 'tld_requirements', arguments: { tld: 'com' } }
    const answer = await send({
      method: 'POST',
      url: '/mcp',
      headers: [
        ['content-type', 'application/json'],
        ['accept', 'application/json, text/event-stream'],
      ],
      body: Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })),
    })
    expect([answer.status, answer.headers.connection]).toEqual([200, 'close'])
    expect(answer.text).toContain('"structuredContent"')
  })
})
