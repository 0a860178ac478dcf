// What the service needs of Redis, for machines without one: its protocol, a few commands, and scripts run by a real Lua. It can
// lose data in every way that Redis does.
import { createHash, randomBytes } from 'node:crypto'
import net from 'node:net'
import { type LuaEngine, LuaFactory } from 'wasmoon'
import { freePort } from './ports.ts'

/** A server that tests restart and clear. */
export type AdmissionTestServer = {
  url: string
  /** Ends and starts it again with what it had. */
  restart(): Promise<void>
  flush(): Promise<void>
  stop(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
  /** The returned function promotes a replica that has everything up to here. */
  snapshot(): Promise<() => Promise<void>>
  set(fields: { role?: string; policy?: string }): Promise<void>
}

type Entry = { value: string | Map<string, string>; until: number }
type Reply = string | number | null | Reply[]

/** Lua sees arrays that begin at 1, and false for what is missing. */
const PRELUDE = `
redis = { call = function(...)
  local parts = {}
  for i = 1, select('#', ...) do
    local part = select(i, ...)
    if type(part) == 'number' then part = string.format('%.0f', part) end
    parts[i] = part
  end
  local kind = perform(table.concat(parts, '\\1'))
  if kind == 'nothing' then return false end
  if kind == 'number' then return tonumber(replyItem(0)) end
  if kind == 'text' then return replyItem(0) end
  local list = {}
  for i = 1, replyLength() do
    local item = replyItem(i - 1)
    if item == '\\2' then item = false end
    list[i] = item
  end
  return list
end }
function packReply(value)
  if type(value) ~= 'table' then return 'n' .. string.format('%.0f', value) end
  local parts = {}
  for i, item in ipairs(value) do
    if type(item) == 'number' then parts[i] = 'n' .. string.format('%.0f', item) else parts[i] = 's' .. item end
  end
  return 'a' .. table.concat(parts, '\\1')
end`

function encode(reply: Reply): string {
  if (reply === null) return '$-1\r\n'
  if (typeof reply === 'number') return `:${reply}\r\n`
  if (typeof reply === 'string') return `$${Buffer.byteLength(reply)}\r\n${reply}\r\n`
  return `*${reply.length}\r\n${reply.map(encode).join('')}`
}

/** Takes the complete commands from the front of the text. */
function decode(text: string): { commands: string[][]; rest: string } {
  const commands: string[][] = []
  let at = 0
  for (;;) {
    const head = /^\*(\d+)\r\n/.exec(text.slice(at, at + 16))
    if (!head) return { commands, rest: text.slice(at) }
    let next = at + head[0].length
    const parts: string[] = []
    while (parts.length < Number(head[1])) {
      const size = /^\$(\d+)\r\n/.exec(text.slice(next, next + 16))
      const begin = next + (size?.[0].length ?? 0)
      const end = begin + Number(size?.[1])
      if (!size || text.length < end + 2) return { commands, rest: text.slice(at) }
      parts.push(text.slice(begin, end))
      next = end + 2
    }
    commands.push(parts)
    at = next
  }
}

function unpack(packed: string): Reply {
  const one = (text: string): Reply => (text[0] === 'n' ? Number(text.slice(1)) : text.slice(1))
  return packed[0] === 'a' ? packed.slice(1).split('\u0001').map(one) : one(packed)
}

export async function startAdmissionStandin(): Promise<AdmissionTestServer> {
  const lua: LuaEngine = await new LuaFactory().createEngine()
  let data = new Map<string, Entry>()
  let run = randomBytes(20).toString('hex')
  const fields = { role: 'master', policy: 'noeviction' }
  const scripts = new Map<string, string>()
  const sockets = new Set<net.Socket>()

  const find = (key: string): Entry | undefined => {
    const entry = data.get(key)
    if (entry && entry.until <= Date.now()) data.delete(key)
    return data.get(key)
  }
  const getHash = (key: string): Map<string, string> => {
    const known = find(key)?.value
    if (known instanceof Map) return known
    const made = new Map<string, string>()
    data.set(key, { value: made, until: Number.POSITIVE_INFINITY })
    return made
  }

  const COMMANDS: Record<string, (...args: string[]) => Reply> = {
    TIME: () => [String(Math.floor(Date.now() / 1000)), String((Date.now() % 1000) * 1000)],
    SET: (key = '', value = '', _nx, _px, milliseconds) => {
      if (find(key)) return null
      data.set(key, { value, until: Date.now() + Number(milliseconds) })
      return 'OK'
    },
    HMGET: (key = '', ...names) => {
      const hash = find(key)?.value
      return names.map((name) => (hash instanceof Map ? (hash.get(name) ?? null) : null))
    },
    HSET: (key = '', ...pairs) => {
      const hash = getHash(key)
      for (let index = 0; index < pairs.length; index += 2) hash.set(pairs[index] ?? '', pairs[index + 1] ?? '')
      return pairs.length / 2
    },
    HINCRBY: (key = '', name = '', by = '0') => {
      const hash = getHash(key)
      const next = Number(hash.get(name) ?? 0) + Number(by)
      hash.set(name, String(next))
      return next
    },
    PEXPIRE: (key = '', milliseconds) => {
      const entry = find(key)
      if (entry) entry.until = Date.now() + Number(milliseconds)
      return entry ? 1 : 0
    },
    FLUSHALL: () => {
      data.clear()
      return 'OK'
    },
    INFO: () => `# Server\r\nrun_id:${run}\r\nrole:${fields.role}\r\nmaxmemory_policy:${fields.policy}\r\n`,
    PING: () => 'PONG',
    CLIENT: () => 'OK',
    SELECT: () => 'OK',
    QUIT: () => 'OK',
  }

  let reply: Reply = null
  lua.global.set('perform', (packed: string) => {
    const [name = '', ...args] = packed.split('\u0001')
    reply = COMMANDS[name]?.(...args) ?? null
    if (reply === null) return 'nothing'
    return typeof reply === 'number' ? 'number' : typeof reply === 'string' ? 'text' : 'list'
  })
  lua.global.set('replyLength', () => (Array.isArray(reply) ? reply.length : 0))
  lua.global.set('replyItem', (index: number) =>
    Array.isArray(reply) ? (reply[index] === null ? '\u0002' : String(reply[index])) : String(reply),
  )
  lua.doStringSync(PRELUDE)

  function evaluate(script: string, count: string, rest: string[]): Reply {
    const keys = rest.slice(0, Number(count))
    const args = rest.slice(Number(count))
    const list = (values: string[]) => `{${values.map((value) => `'${value.replace(/[\\']/g, '\\$&')}'`).join(',')}}`
    const program = `local KEYS, ARGV = ${list(keys)}, ${list(args)}\nlocal function main()\n${script}\nend\nreturn packReply(main())`
    return unpack(lua.doStringSync(program) as string)
  }

  function perform([name = '', ...args]: string[]): string {
    const command = name.toUpperCase()
    if (command === 'EVAL') {
      const [script = '', count = '0', ...rest] = args
      scripts.set(createHash('sha1').update(script).digest('hex'), script)
      return encode(evaluate(script, count, rest))
    }
    if (command === 'EVALSHA') {
      const [digest = '', count = '0', ...rest] = args
      const script = scripts.get(digest)
      return script === undefined ? '-NOSCRIPT No matching script.\r\n' : encode(evaluate(script, count, rest))
    }
    const known = COMMANDS[command]
    if (!known) return `-ERR unknown command '${name}'\r\n`
    const made = known(...args)
    return made === 'OK' || made === 'PONG' ? `+${made}\r\n` : encode(made)
  }

  const server = net.createServer((socket) => {
    sockets.add(socket)
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      const { commands, rest } = decode(text + String(chunk))
      text = rest
      socket.write(commands.map(perform).join(''))
    })
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  const listen = (port: number) => new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  const port = await freePort()
  await listen(port)
  async function stop(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  async function start(): Promise<void> {
    run = randomBytes(20).toString('hex')
    scripts.clear()
    await listen(port)
  }

  return {
    url: `redis://127.0.0.1:${port}`,
    stop,
    start,
    async restart() {
      await stop()
      await start()
    },
    flush: async () => data.clear(),
    async snapshot() {
      const copy = structuredClone(data)
      return async () => {
        await stop()
        data = copy
        await start()
      }
    },
    set: async (next) => void Object.assign(fields, next),
    async close() {
      await stop()
      lua.global.close()
    },
  }
}
