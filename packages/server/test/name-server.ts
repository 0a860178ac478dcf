// An authoritative nameserver on this machine, over UDP and TCP: it serves the TXT records that a test publishes.
import dns2 from 'dns2'

const { Packet } = dns2
const NXDOMAIN = 3
const SERVFAIL = 2

/** `server` is `127.0.0.1:port`. A name without records does not exist, and one that fails gives no usable response. */
export async function startNameServer() {
  const records = new Map<string, string[]>()
  const failing = new Set<string>()
  const asked: string[] = []
  const server = dns2.createServer({
    udp: true,
    handle: (request, send) => {
      const response = Packet.createResponseFromRequest(request)
      const [question] = request.questions
      const name = question!.name.toLowerCase()
      asked.push(name)
      const header = response.header as { aa: number; rcode: number }
      header.aa = 1
      const texts = records.get(name)
      if (failing.has(name)) header.rcode = SERVFAIL
      else if (!texts) header.rcode = NXDOMAIN
      else
        for (const data of texts)
          response.answers.push({ name, type: Packet.TYPE.TXT, class: Packet.CLASS.IN, ttl: 1, data } as never)
      void send(response)
    },
  })
  await server.listen({ udp: { port: 0, address: '127.0.0.1' } })
  const { port } = server.addresses().udp as { port: number }
  return {
    server: `127.0.0.1:${port}`,
    asked,
    publish: (name: string, ...texts: string[]) => void records.set(name.toLowerCase(), texts),
    remove: (name: string) => void records.delete(name.toLowerCase()),
    fail: (name: string) => void failing.add(name.toLowerCase()),
    close: () => server.close(),
  }
}
