// An authoritative nameserver on this machine, over UDP and TCP: it serves the TXT records that a test publishes.
import dns2 from 'dns2'

const { Packet } = dns2
const NXDOMAIN = 3
const SERVFAIL = 2

/** A response that is larger is asked for again over TCP. */
const UDP_TEXT_MAX = 1000
/** Of one part of a record. */
const PART_MAX = 255

type Handle = NonNullable<NonNullable<Parameters<typeof dns2.createServer>[0]>['handle']>

/** `server` is `127.0.0.1:port`. A name without records does not exist, and one that fails gives no usable response. */
export async function startNameServer() {
  const records = new Map<string, string[]>()
  const failing = new Set<string>()
  const asked: string[] = []
  const answerOver =
    (kind: 'udp' | 'tcp'): Handle =>
    (request, send) => {
      const response = Packet.createResponseFromRequest(request)
      const [question] = request.questions
      const name = question!.name.toLowerCase()
      asked.push(name)
      const header = response.header as { aa: number; tc: number; rcode: number }
      header.aa = 1
      const texts = records.get(name)
      if (failing.has(name)) header.rcode = SERVFAIL
      else if (!texts) header.rcode = NXDOMAIN
      else if (kind === 'udp' && texts.join('').length > UDP_TEXT_MAX) header.tc = 1
      else
        for (const data of texts.map((text) => text.match(new RegExp(`.{1,${PART_MAX}}`, 'g')) ?? ['']))
          response.answers.push({ name, type: Packet.TYPE.TXT, class: Packet.CLASS.IN, ttl: 1, data } as never)
      void send(response)
    }
  const server = dns2.createServer({ udp: true, handle: answerOver('udp') })
  await server.listen({ udp: { port: 0, address: '127.0.0.1' } })
  const { port } = server.addresses().udp as { port: number }
  const large = dns2.createServer({ tcp: true, handle: answerOver('tcp') })
  await large.listen({ tcp: { port, address: '127.0.0.1' } })
  return {
    server: `127.0.0.1:${port}`,
    asked,
    publish: (name: string, ...texts: string[]) => void records.set(name.toLowerCase(), texts),
    remove: (name: string) => void records.delete(name.toLowerCase()),
    fail: (name: string) => void failing.add(name.toLowerCase()),
    close: () => Promise.all([server.close(), large.close()]),
  }
}
