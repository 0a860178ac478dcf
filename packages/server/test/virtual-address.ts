// A port that leads to one server after another, as a virtual IP address does: connections to the server before are lost.
import net from 'node:net'

export type VirtualAddress = {
  port: number
  leadTo(port: number): void
  close(): Promise<void>
}

export async function openVirtualAddress(first: number): Promise<VirtualAddress> {
  let target = first
  const sockets = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const upstream = net.connect(target, '127.0.0.1')
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.setNoDelay()
      one.pipe(other)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as net.AddressInfo).port,
    leadTo(port) {
      target = port
      cut()
    },
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
