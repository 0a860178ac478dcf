// Two ways to the service: without a port, which is fast, and over a socket, byte by byte as an attacker writes them.
import net from 'node:net'
import type { TestResponse, TestService } from '../harness.ts'
import type { Wire } from './requests.ts'

export type Send = (wire: Wire) => Promise<TestResponse>

export const injector =
  (service: TestService): Send =>
  ({ method, url, headers, body }) =>
    service.send({ method, url, headers: Object.fromEntries(headers), ...(body ? { body } : {}) })

const ANSWER_SECONDS_MAX = 10

function encodeBody(head: Record<string, string>, bytes: Buffer): Buffer {
  if (head['transfer-encoding'] !== 'chunked') return bytes
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at)
    const length = Number.parseInt(bytes.toString('latin1', at, end), 16)
    if (!(length > 0)) return Buffer.concat(parts)
    parts.push(bytes.subarray(end + 2, end + 2 + length))
    at = end + 2 + length + 2
  }
}

function parseResponse(bytes: Buffer): TestResponse {
  const cut = bytes.indexOf('\r\n\r\n')
  const [first = '', ...lines] = bytes.toString('latin1', 0, Math.max(cut, 0)).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1])
  if (!status) throw new Error(`no HTTP answer: ${bytes.toString('latin1', 0, 100)}`)
  // What follows an interim answer is the answer.
  if (status < 200) return parseResponse(bytes.subarray(cut + 4))
  const headers = Object.fromEntries(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const text = encodeBody(headers, bytes.subarray(cut + 4)).toString('utf8')
  const isJson = (headers['content-type'] ?? '').startsWith('application/json') && text !== ''
  return { status, headers, text, json: isJson ? JSON.parse(text) : undefined }
}

export const socketSender =
  (port: number): Send =>
  ({ method, url, headers, body }) =>
    new Promise((resolve, reject) => {
      const received: Buffer[] = []
      const socket = net.connect(port, '127.0.0.1', () => {
        const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
        const length = body ? `content-length: ${body.length}\r\n` : ''
        socket.write(
          `${method} ${url} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n${lines}${length}\r\n`,
          'latin1',
        )
        if (body) socket.write(body)
      })
      const timer = setTimeout(
        () => socket.destroy(new Error(`no answer in ${ANSWER_SECONDS_MAX} s`)),
        ANSWER_SECONDS_MAX * 1000,
      )
      // A refusal may come while we still write: then the connection breaks after the answer.
      let broken: Error | undefined
      socket.on('error', (error) => {
        broken = error
      })
      socket.on('data', (bytes) => received.push(bytes))
      socket.on('close', () => {
        clearTimeout(timer)
        if (received.length === 0) return reject(broken ?? new Error('closed without an answer'))
        try {
          resolve(parseResponse(Buffer.concat(received)))
        } catch (error) {
          reject(error as Error)
        }
      })
    })

/** An address that a parser would tidy up on the way, and a header given twice, reach the service only over a socket. */
export function needsSocket({ url, headers }: Wire): boolean {
  const names = headers.map(([name]) => name.toLowerCase())
  if (new Set(names).size !== names.length || !url.startsWith('/') || url.startsWith('//')) return true
  const parsed = new URL(url, 'http://localhost')
  return parsed.pathname + parsed.search !== url
}
