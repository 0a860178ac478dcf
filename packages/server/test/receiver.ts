// A webhook receiver on loopback that behaves as badly as a test wants, and remembers what it was sent.
import { createHmac } from 'node:crypto'
import http from 'node:http'
import type { Socket } from 'node:net'
import { freePort } from './ports.ts'

export type Received = { headers: http.IncomingHttpHeaders; body: string; at: number }
export type Behaviour = (request: Received, response: http.ServerResponse, socket: Socket) => void

export const respondWith =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (_, response) =>
    void response.writeHead(status, headers).end()

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

export async function startReceiver(behaviour: Behaviour = respondWith(200), port?: number) {
  const bound = port ?? (await freePort())
  const received: Received[] = []
  const accepted = new Set<string>()
  let current = behaviour
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => {})
    request.on('end', () => {
      const one = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8'), at: performance.now() }
      received.push(one)
      response.once('finish', () => {
        if (response.statusCode < 300) accepted.add(String(one.headers['x-service-event-id']))
      })
      current(one, response, request.socket)
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(bound, '127.0.0.1', resolve))
  return {
    port: bound,
    url: `http://127.0.0.1:${bound}/hook`,
    received,
    ids: () => received.map(({ headers }) => String(headers['x-service-event-id'])),
    /** Events that were answered well. */
    accepted,
    behave: (next: Behaviour) => {
      current = next
    },
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What a receiver does with a delivery: independent of the service's own code. */
export const computeSignature = (secret: string, body: string): string =>
  createHmac('sha256', secret).update(body).digest('hex')

/** Waits until something holds, and says what did not. Patient: a busy machine is slow, and only a hang fails. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, seconds = 120): Promise<void> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`waited ${seconds} s in vain: ${what}`)
}
