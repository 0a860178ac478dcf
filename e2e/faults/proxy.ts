// A small proxy before the database that breaks connections the way networks do.
import net from 'node:net'

/**
 * `pass`: as if it were not there. `slow`: every chunk is late. `mute`: connections stay open and nothing arrives, the half-open
 * connection of a machine that vanished. `refuse`: new connections end at once.
 */
export type Weather = 'pass' | 'slow' | 'mute' | 'refuse'

export type FaultyProxy = {
  url: string
  set(weather: Weather): void
  /** Ends every connection; those of muted times are lost for good, as with a router that forgot them. */
  cut(): void
  close(): Promise<void>
}

const SLOW_MS = 150

export async function startProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target)
  const pairs = new Set<[net.Socket, net.Socket]>()
  let weather: Weather = 'pass'

  function forward(from: net.Socket, to: net.Socket): void {
    // A chunk that fell into silence never arrives; what comes after it would make no sense.
    let deaf = false
    from.on('data', (chunk) => {
      if (weather === 'mute') deaf = true
      if (deaf) return
      if (weather === 'slow') setTimeout(() => to.writable && to.write(chunk), SLOW_MS)
      else to.write(chunk)
    })
    from.on('close', () => weather !== 'mute' && !deaf && to.destroy())
    from.on('error', () => {})
  }

  const server = net.createServer((client) => {
    if (weather === 'refuse') return void client.destroy()
    const upstream = net.connect(Number(port), hostname)
    const pair: [net.Socket, net.Socket] = [client, upstream]
    pairs.add(pair)
    client.on('close', () => pairs.delete(pair))
    forward(client, upstream)
    forward(upstream, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.port = String((server.address() as net.AddressInfo).port)

  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  return {
    url: url.href,
    set: (next) => {
      weather = next
    },
    cut,
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
