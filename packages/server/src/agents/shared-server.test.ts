// Calls that share one server: each caller gets the response to its own call, and nothing is left of a canceled one.
import { type AuthInfo, fromJsonSchema, McpServer, type ServerContext } from '@modelcontextprotocol/server'
import { describe, expect, it } from 'vitest'
import { canShare, createSharedServer } from './shared-server.ts'

const HEADERS = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
const writeCall = (name: string, args: object = {}, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})
const as = (clientId: string): AuthInfo => ({ token: '', clientId, scopes: [] })
const neverAborted = () => new AbortController().signal

const INPUT = fromJsonSchema<{ wait: number }>({ type: 'object', properties: { wait: { type: 'integer' } } } as never)
const state = { aborted: 0 }

const shared = createSharedServer(() => {
  const server = new McpServer({ name: 'tests', version: '1' })
  const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] })
  server.registerTool('who', { inputSchema: INPUT }, async ({ wait }, { http }: ServerContext) => {
    await new Promise((resolve) => setTimeout(resolve, wait))
    return text(String(http?.authInfo?.clientId))
  })
  server.registerTool('hang', { inputSchema: INPUT }, (_, { mcpReq: { signal } }: ServerContext) => {
    return new Promise((resolve) =>
      signal.addEventListener('abort', () => {
        state.aborted++
        resolve(text('too late'))
      }),
    )
  })
  return server
})

describe('a shared server', () => {
  it('gives every caller the response to its own call, whatever IDs the callers chose', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const id = n % 2 === 0 ? 7 : '7'
        const message = writeCall('who', { wait: (n * 7) % 20 }, id)
        return [n, id, await shared.call({ message, authInfo: as(`caller-${n}`), signal: neverAborted() })] as const
      }),
    )
    for (const [n, id, answer] of answers)
      expect(answer).toEqual([{ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: `caller-${n}` }] } }])
    expect(shared.count()).toBe(0)
  })

  it('ends a canceled call without a response, and no other call with the same ID', async () => {
    const [mine, other] = [new AbortController(), new AbortController()]
    const canceled = shared.call({ message: writeCall('hang'), authInfo: as('a'), signal: mine.signal })
    const going = shared.call({ message: writeCall('hang'), authInfo: as('b'), signal: other.signal })
    await new Promise((resolve) => setTimeout(resolve, 10))
    mine.abort()
    expect(await canceled).toBeNull()
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect([shared.count(), state.aborted]).toEqual([1, 1])
    other.abort()
    expect(await going).toBeNull()
    expect(
      await shared.call({ message: writeCall('who', { wait: 0 }), authInfo: as('c'), signal: mine.signal }),
    ).toBeNull()
    expect(shared.count()).toBe(0)
  })

  it('responds to an unknown tool and to arguments that do not fit', async () => {
    const unknown = await shared.call({ message: writeCall('nothing'), authInfo: as('a'), signal: neverAborted() })
    expect(unknown).toMatchObject([{ id: 1, error: { code: -32602 } }])
    const wrong = await shared.call({
      message: writeCall('who', { wait: 'x' }),
      authInfo: as('a'),
      signal: neverAborted(),
    })
    expect(wrong).toMatchObject([{ id: 1, result: { isError: true } }])
  })
})

describe('a message that shares a server', () => {
  it('is one call of a version before 2026-07-28 that asks for no progress', () => {
    expect(canShare({ message: writeCall('who'), headers: HEADERS })).toBe(true)
    expect(canShare({ message: writeCall('who'), headers: { ...HEADERS, 'mcp-protocol-version': '2025-06-18' } })).toBe(
      true,
    )
  })

  it.each([
    ['a batch', [writeCall('who')], HEADERS],
    ['nothing', null, HEADERS],
    ['another method', { ...writeCall('who'), method: 'tools/list' }, HEADERS],
    ['a notification', { jsonrpc: '2.0', method: 'tools/call', params: { name: 'who' } }, HEADERS],
    ['another version of JSON-RPC', { ...writeCall('who'), jsonrpc: '1.0' }, HEADERS],
    ['an ID that is an object', writeCall('who', {}, {}), HEADERS],
    [
      'one with a progress token',
      { ...writeCall('who'), params: { name: 'who', _meta: { progressToken: 1 } } },
      HEADERS,
    ],
    ['one without Accept', writeCall('who'), { 'content-type': 'application/json' }],
    ['one that does not accept a stream', writeCall('who'), { ...HEADERS, accept: 'application/json' }],
    ['one that is not JSON', writeCall('who'), { ...HEADERS, 'content-type': 'text/plain' }],
    ['one of 2026-07-28', writeCall('who'), { ...HEADERS, 'mcp-protocol-version': '2026-07-28' }],
    ['one of an unknown version', writeCall('who'), { ...HEADERS, 'mcp-protocol-version': '1999-01-01' }],
  ])('is not %s', (_, message, headers) => expect(canShare({ message, headers })).toBe(false))
})
