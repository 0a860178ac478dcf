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
