// The client of search processes: which failures concern one query, and which take a process out of use.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { STATE_PATH } from '../../kernel/contracts/search-protocol.ts'
import { openSearchClient, type SearchClient } from './client.ts'

const FOUND = JSON.stringify({ results: [], understood: {} })
const QUERY = { q: 'coral', collection: 'live', limit: 5 }
const SOON = { timeout: 30_000, interval: 20 }

let server: http.Server
let client: SearchClient
let available: number
/** How searches are answered. Probes always get a response. */
let respond: (response: http.ServerResponse) => void
let asked: number

beforeEach(async () => {
  asked = 0
  available = 0
  respond = (response) => response.end(FOUND)
  server = http.createServer((request, response) => {
    if (request.url === STATE_PATH) {
      response.end(JSON.stringify({ ready: ['live'] }))
      return
    }
    asked++
    respond(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  client = openSearchClient({
    urls: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`],
    token: 'token',
    log: pino({ level: 'silent' }),
    onChange: (_, servers) => {
      available = servers
    },
  })
  client.start()
  await vi.waitFor(() => expect(available).toBe(1), SOON)
})
afterEach(async () => {
  await client.close()
  server.closeAllConnections()
  server.close()
})

const search = () => client.search(QUERY)

describe('a search process', () => {
  it.each([
    [400, 'rejected'],
    [413, 'rejected'],
    [429, 'overloaded'],
    [500, 'rejected'],
    [503, 'overloaded'],
  ])('that responds with %i to one query is asked the next one', async (status, reason) => {
    respond = (response) => response.writeHead(status).end('{}')
    await expect(search()).rejects.toMatchObject({ reason })
    expect([asked, available]).toEqual([1, 1])
    respond = (response) => response.end(FOUND)
    await expect(search()).resolves.toMatchObject({ results: [] })
  })

  it.each([
    ['502', (response: http.ServerResponse) => response.writeHead(502).end()],
    ['no JSON', (response: http.ServerResponse) => response.end('<html>')],
  ])('that responds with %s is out of use until a probe succeeds', async (_, fail) => {
    respond = fail
    await expect(search()).rejects.toMatchObject({ reason: 'unavailable' })
    expect(available).toBe(0)
    await vi.waitFor(() => expect(available).toBe(1), SOON)
  })

  it('whose engine hangs rests, is then asked by one search at a time, and recovers', async () => {
    respond = () => {}
    const askThree = async () =>
      (await Promise.allSettled([search(), search(), search()])).map((one) =>
        one.status === 'rejected' ? one.reason.reason : 'found',
      )
    expect(await askThree()).toEqual(['timeout', 'timeout', 'timeout'])
    expect(available).toBe(0)
    // Probes succeed all the time.
    await vi.waitFor(() => expect(available).toBe(1), SOON)
    const before = asked
    expect(await askThree()).toEqual(['timeout', 'unavailable', 'unavailable'])
    expect([asked - before, available]).toEqual([1, 0])
    const begun = performance.now()
    await vi.waitFor(() => expect(available).toBe(1), SOON)
    // Longer than the first time.
    expect(performance.now() - begun).toBeGreaterThan(1900)
    respond = (response) => response.end(FOUND)
    await search()
    expect(await askThree()).toEqual(['found', 'found', 'found'])
  })
})
