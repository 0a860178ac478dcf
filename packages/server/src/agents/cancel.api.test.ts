// A call that an agent cancels is not answered, and what it waited for is not waited for any longer.
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect, it } from 'vitest'
import { startListeningService } from '../../test/listening.ts'
import type { Registry } from '../integrations/registry/registry.ts'
import { createRunningCalls } from './running-calls.ts'

/** A registry that responds only when the test says so. */
function heldRegistry() {
  let release = () => {}
  let arrived = () => {}
  const asked = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const registry = {
    check: async () => ({ state: 'registered', source: 'simulated', checkedAt: new Date() }),
    lookup: async () => {
      arrived()
      await held
      throw new Error('nobody waits for this')
    },
    close: async () => release(),
  } as unknown as Registry
  return { registry, asked }
}

const held = heldRegistry()
const service = await startListeningService({}, { registry: held.registry })
const BASE_URL = service.baseUrl

const post = (body: unknown, session?: string) =>
  fetch(`${BASE_URL}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session ? { 'mcp-session-id': session } : {}),
    },
    body: JSON.stringify(body),
  })
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'tests', version: '1' } },
}
const CALL = { name: 'whois_lookup', arguments: { domain: 'taken-agent.com' } }

it('announces no changes of its lists, because it has no stream to send them on', async () => {
  const text = await (await post(INITIALIZE)).text()
  expect(text).toContain('"tools":{"listChanged":false}')
  expect(text).not.toContain('"listChanged":true')
})

it('ends a canceled call without a response', async () => {
  const session = (await post(INITIALIZE)).headers.get('mcp-session-id')!
  expect(session).toMatch(/^[0-9a-f-]{36}$/)
  const call = post({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: CALL }, session).then((response) =>
    response.text(),
  )
  await held.asked
  const cancel = (requestId: unknown, by = session) =>
    post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }, by)
  // Another session, or another number, ends nothing.
  const other = (await post(INITIALIZE)).headers.get('mcp-session-id')!
  expect((await cancel(7, other)).status).toBe(202)
  expect((await cancel('7')).status).toBe(202)
  const first = await Promise.race([call, new Promise((resolve) => setTimeout(() => resolve('still open'), 50))])
  expect(first).toBe('still open')
  expect((await cancel(7)).status).toBe(202)
  expect(await call).not.toContain('"id":7')
})

describe.each(['v1', 'v2'])('the %s SDK', (version) => {
  it('can cancel a call and goes on to use the connection', async () => {
    const url = new URL(`${BASE_URL}/mcp`)
    const info = { name: 'tests', version: '1' }
    const client = (version === 'v1' ? new ClientV1(info) : new ClientV2(info)) as ClientV2
    await client.connect((version === 'v1' ? new TransportV1(url) : new TransportV2(url)) as TransportV2)
    const controller = new AbortController()
    const options = { signal: controller.signal }
    const pending =
      version === 'v1'
        ? (client as unknown as ClientV1).callTool(CALL, undefined, options)
        : client.callTool(CALL, options)
    setTimeout(() => controller.abort(), 50)
    await expect(pending).rejects.toThrow()
    expect((await client.listTools()).tools.length).toBeGreaterThan(4)
    await client.close()
  })
})

it('keeps nothing of a call that ended', async () => {
  const calls = createRunningCalls()
  const session = calls.openSession({ method: 'initialize' })!
  const first = calls.begin(session, { id: 1 })
  const again = calls.begin(session, { id: 1 })
  first.end()
  expect(calls.count()).toBe(1)
  expect(calls.cancel(session, { method: 'notifications/cancelled', params: { requestId: 1 } })).toBe(true)
  expect([first.signal.aborted, again.signal.aborted]).toEqual([false, true])
  again.end()
  expect(calls.count()).toBe(0)
  for (const message of [
    null,
    7,
    {},
    { method: 'notifications/cancelled' },
    { method: 'notifications/cancelled', params: null },
  ])
    expect(calls.cancel(session, message)).toBe(false)
  calls.begin('not a session', { id: 2 })
  calls.begin(undefined, { id: 2 })
  expect(calls.count()).toBe(0)
})
