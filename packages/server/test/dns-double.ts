// A nameserver on this machine for tests: it says what a table says, and misbehaves on demand.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export type Zone = {
  A?: string[]
  AAAA?: string[]
  NS?: string[]
  /** What goes wrong instead of an answer. */
  fault?: 'servfail' | 'refused' | 'silent' | 'nonsense'
}

const TYPES: Record<number, 'A' | 'NS' | 'SOA' | 'AAAA'> = { 1: 'A', 2: 'NS', 6: 'SOA', 28: 'AAAA' }
const RCODES = { servfail: 2, refused: 5 } as const
const NXDOMAIN = 3

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ])

function dataBytes(type: 'A' | 'AAAA' | 'NS', value: string): Buffer {
  if (type === 'NS') return nameBytes(value)
  if (type === 'A') return Buffer.from(value.split('.').map(Number))
  const [head = '', tail = ''] = value.split('::')
  const words = (text: string) =>
    text
      .split(':')
      .filter(Boolean)
      .map((word) => Number.parseInt(word, 16))
  const [front, back] = [words(head), words(tail)]
  const all = value.includes('::')
    ? [...front, ...new Array<number>(8 - front.length - back.length).fill(0), ...back]
    : front
  return Buffer.concat(all.map((word) => Buffer.from([word >> 8, word & 255])))
}

function answer(query: Buffer, zones: Record<string, Zone>): Buffer | null {
  const { name, type, end } = readQuestion(query)
  const zone = zones[name]
  if (zone?.fault === 'silent') return null
  if (zone?.fault === 'nonsense') return Buffer.from('this is no DNS message at all')
  const kind = TYPES[type]
  const values = kind === undefined || kind === 'SOA' ? [] : (zone?.[kind] ?? [])
  const rcode = zone === undefined ? NXDOMAIN : zone.fault ? RCODES[zone.fault] : 0
  const records = values.map((value) => {
    const data = dataBytes(kind as 'A', value)
    const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 1, data.length >> 8, data.length & 255])
    return Buffer.concat([record, data])
  })
  const header = Buffer.from([query[0]!, query[1]!, 0x81, 0x80 | rcode, 0, 1, 0, records.length, 0, 0, 0, 0])
  return Buffer.concat([header, query.subarray(12, end), ...records])
}

/** `server` is `127.0.0.1:port`; `asked` are the names and types it was asked for. */
export async function startDnsDouble(zones: Record<string, Zone>) {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, from) => {
    const { name, type } = readQuestion(query)
    asked.push(`${TYPES[type] ?? type} ${name}`)
    const reply = answer(query, zones)
    if (reply) socket.send(reply, from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { server: `127.0.0.1:${socket.address().port}`, asked, close: () => void socket.close() }
}
