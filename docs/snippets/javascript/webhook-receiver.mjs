// Receives webhooks, verifies their signatures, and prints them. Node 20 or later, no packages:
//   node webhook-receiver.mjs SECRET [PORT] [--until EVENT_TYPE]
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { until: { type: 'string' } } })
const [secret, port = '4100'] = positionals

export function isFromFreehold(rawBody, signature) {
  const expected = createHmac('sha256', secret).update(rawBody).digest()
  const given = Buffer.from(String(signature), 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** An event can be delivered more than once. In production, store the IDs where they survive a restart. */
const seen = new Set()

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  if (!isFromFreehold(body, request.headers['x-service-signature'])) {
    response.writeHead(401).end()
    return
  }
  response.writeHead(204).end()
  const event = JSON.parse(body)
  if (seen.has(event.id)) return
  seen.add(event.id)
  console.log(`${event.type} ${event.data.order?.public_id ?? event.data.case?.case_id ?? ''}`)
  if (event.type === values.until) server.close()
})
server.listen(Number(port), () => console.log(`listening on ${port}`))
