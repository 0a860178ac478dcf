// Ports for servers that are told theirs before they listen, and for those that come back on the same one.
import { randomInt } from 'node:crypto'
import net from 'node:net'

/** Below the ports that systems give to outgoing connections: nobody else takes one between the search and the start. */
const FIRST = 12_000
const COUNT = 20_000
const TRIES = 100

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = FIRST + randomInt(COUNT)
    if (await isFree(port)) return port
  }
  throw new Error(`no free port from ${FIRST} to ${FIRST + COUNT - 1}: tried ${TRIES}`)
}
