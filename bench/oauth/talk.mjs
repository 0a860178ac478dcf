// Conversations over keep-alive connections: each decides from the last answer what it says next.
import net from 'node:net'
import { readResponses } from '../orders/load.mjs'

/** `begin()` gives a function that takes the last answer (none at first) and returns the next request, or null at the end. */
export async function converse({ port, connections, begin }) {
  let answered = 0
  const lane = () =>
    new Promise((resolve, reject) => {
      const next = begin()
      const socket = net.connect(port, '127.0.0.1').setNoDelay(true)
      const say = (response) => {
        const request = next(response)
        if (request === null) socket.end(resolve)
        else socket.write(request)
      }
      const onResponse = readResponses((status, body) => {
        answered++
        if (status === 200) return say(JSON.parse(body))
        socket.destroy()
        reject(new Error(`answered ${status} ${body}`))
      })
      socket.on('connect', () => say()).on('error', reject)
      socket.on('data', onResponse).on('close', resolve)
    })
  const started = performance.now()
  await Promise.all(Array.from({ length: connections }, lane))
  return { answered, perSecond: answered / ((performance.now() - started) / 1000) }
}
