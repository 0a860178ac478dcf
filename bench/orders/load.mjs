// The load, in a process of its own: keep-alive connections that send requests made beforehand, one after another each.
import { createHash, createHmac, randomUUID } from 'node:crypto'
import net from 'node:net'

const sha256 = (text) => createHash('sha256').update(text).digest('hex')

/** One signed request as bytes on the wire. */
export function signedRequest({ keyId, secret }, method, path, body = '', headers = {}) {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = randomUUID()
  const canonical = [method, path, '', timestamp, nonce, sha256(body)].join('\n')
  const signature = `v1=${createHmac('sha256', secret).update(canonical).digest('hex')}`
  return request(method, path, body, {
    'x-service-key-id': keyId,
    'x-service-timestamp': timestamp,
    'x-service-nonce': nonce,
    'x-service-signature': signature,
    ...headers,
  })
}

export function request(method, path, body = '', headers = {}) {
  const described = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const all = { host: 'bench', ...(body === '' ? {} : described), ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

export function orderRequests(credential, { from, count, price, currency, tld = 'test' }) {
  return Array.from({ length: count }, (_, index) => {
    const body = JSON.stringify({
      domain: `bench-${from + index}.${tld}`,
      expected_price: price,
      currency,
      external_payment_ref: `pi_${from + index}`,
      buyer: { email: 'buyer@example.com', name: 'A Buyer', country: 'DE' },
      return_url: 'https://shop.example/thanks',
    })
    return signedRequest(credential, 'POST', '/api/partner/v1/orders', body, { 'idempotency-key': randomUUID() })
  })
}

export function readRequests(credential, path, { from, names, count }) {
  return Array.from({ length: count }, (_, index) => {
    const target = `${path}/bench-${from + (index % names)}.test`
    return credential ? signedRequest(credential, 'GET', target) : request('GET', target)
  })
}

/** Answers of ours always say their length, and come one at a time. */
export function readResponses(onResponse) {
  let pending = ''
  return (chunk) => {
    pending += chunk.toString('latin1')
    for (;;) {
      const head = pending.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(pending.slice(0, head))?.[1] ?? 0)
      if (pending.length < head + 4 + length) return
      const status = Number(pending.slice(9, 12))
      const body = pending.slice(head + 4, head + 4 + length)
      pending = pending.slice(head + 4 + length)
      onResponse(status, body)
    }
  }
}

/** Sends until the time or the requests are over. Resolves with how many came back as `status`, and how long each took. */
export async function drive({ port, connections, seconds, requests, status }) {
  let next = 0
  let stopped = false
  const times = []
  const wrong = []
  const lane = () =>
    new Promise((resolve, reject) => {
      const socket = net.connect(port, '127.0.0.1')
      socket.setNoDelay(true)
      let sentAt = 0
      const send = () => {
        if (stopped || next >= requests.length) return socket.end(resolve)
        sentAt = performance.now()
        socket.write(requests[next++])
      }
      socket.on('connect', send).on('error', reject)
      socket.on(
        'data',
        readResponses((got, body) => {
          if (got === status) times.push(performance.now() - sentAt)
          else wrong.push(`${got} ${body}`)
          send()
        }),
      )
    })
  const started = performance.now()
  const timer = setTimeout(() => {
    stopped = true
  }, seconds * 1000)
  await Promise.all(Array.from({ length: connections }, lane))
  const elapsed = (performance.now() - started) / 1000
  clearTimeout(timer)
  if (wrong.length > 0) throw new Error(`${wrong.length} answers were not ${status}, such as ${wrong[0]}`)
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: times.length / elapsed, done: times.length, sent: next, p50: at(0.5), p99: at(0.99) }
}

if (process.send) {
  process.on('disconnect', () => process.exit(1))
  process.on('message', async ({ kind, credential, ...task }) => {
    const requests = kind === 'orders' ? orderRequests(credential, task) : readRequests(credential, task.path, task)
    try {
      process.send({ result: await drive({ ...task, requests, status: kind === 'orders' ? 201 : 200 }) })
    } catch (error) {
      process.send({ failed: error.message })
    }
  })
}
