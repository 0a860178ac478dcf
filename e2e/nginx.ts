// nginx with the example configuration: the real one where it is installed, and a stand-in that reads the same file and refuses
// every directive that it does not know.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import path from 'node:path'
import { parse } from 'nginx-conf'
import { findProgram } from '../packages/server/test/programs.ts'

export type TlsProxy = { close(): Promise<void> }
export type Directive = { name: string; args: string[]; block: Directive[] }
type TreeNode = { name: string; value: string; children: TreeNode[] | null }

const toDirective = ({ name, value, children }: TreeNode): Directive => ({
  name,
  args: [...value.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? ''),
  block: (children ?? []).map(toDirective),
})

export function parseNginx(text: string): Directive[] {
  let parsed: Directive[] = []
  parse(text, (error, tree) => {
    if (error) throw new Error(`the configuration of nginx: ${error.message}`)
    parsed = ((tree as TreeNode | undefined)?.children ?? []).map(toDirective)
  })
  return parsed
}

export const findDirectives = (block: readonly Directive[], name: string) => block.filter((one) => one.name === name)

/** Of a location, or else of its server. Headers are inherited together, or not at all. */
function readSetting(location: Directive, server: Directive, name: string): string[][] {
  const own = findDirectives(location.block, name)
  return (own.length > 0 ? own : findDirectives(server.block, name)).map(({ args }) => args)
}

const KNOWN = new Set(
  (
    'upstream server keepalive listen server_name return location ssl_certificate ssl_certificate_key ssl_protocols ' +
    'ssl_session_cache ssl_session_timeout ssl_session_tickets client_max_body_size proxy_http_version proxy_set_header ' +
    'proxy_connect_timeout proxy_read_timeout proxy_next_upstream proxy_next_upstream_tries proxy_pass proxy_buffering ' +
    'proxy_request_buffering'
  ).split(' '),
)

function refuseUnknown(directives: readonly Directive[]): void {
  for (const { name, block } of directives) {
    if (!KNOWN.has(name)) throw new Error(`the stand-in for nginx does not know ${name}`)
    refuseUnknown(block)
  }
}

export function findLocation(server: Directive, target: string): Directive | undefined {
  const locations = findDirectives(server.block, 'location')
  const exact = locations.find(({ args: [first, second] }) => first === '=' && second === target)
  const prefixes = locations.filter(({ args: [first = ''] }) => first !== '=' && target.startsWith(first))
  return exact ?? prefixes.sort((a, b) => (b.args[0]?.length ?? 0) - (a.args[0]?.length ?? 0))[0]
}

const parseBytes = (size: string) => Number.parseInt(size, 10) * (size.endsWith('m') ? 1024 * 1024 : 1)

function fill(text: string, request: http.IncomingMessage): string {
  const values: Record<string, string> = {
    host: (request.headers.host ?? '').replace(/:\d+$/, ''),
    remote_addr: request.socket.remoteAddress ?? '',
    request_uri: request.url ?? '/',
  }
  return text.replace(/\$(\w+)/g, (_, name: string) => {
    if (values[name] === undefined) throw new Error(`the stand-in for nginx does not know $${name}`)
    return values[name]
  })
}

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection', 'te'])

function toHeaders(request: http.IncomingMessage, settings: string[][]): http.OutgoingHttpHeaders {
  const passed = Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.has(name))
  const set = settings.map(([name = '', value = '']) => [name.toLowerCase(), fill(value, request)])
  const merged = Object.entries({ ...Object.fromEntries(passed), ...Object.fromEntries(set) })
  return Object.fromEntries(merged.filter(([, value]) => value !== '')) as http.OutgoingHttpHeaders
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function createHandler(server: Directive, toOrigin: (upstream: string) => string): http.RequestListener {
  const answer = (request: http.IncomingMessage, response: http.ServerResponse, [status = '', to]: string[]) => {
    if (to) response.setHeader('location', fill(to, request))
    response.writeHead(Number(status)).end()
  }
  return (request, response) => {
    const location = findLocation(server, new URL(request.url ?? '/', 'http://any').pathname)
    const [returned] = findDirectives((location ?? server).block, 'return')
    if (returned || !location) return answer(request, response, returned?.args ?? ['404'])
    const setting = (name: string, otherwise: string) => readSetting(location, server, name)[0]?.[0] ?? otherwise
    const limit = parseBytes(setting('client_max_body_size', '1m'))
    if (limit > 0 && Number(request.headers['content-length'] ?? 0) > limit) return answer(request, response, ['413'])
    const [[target = ''] = []] = readSetting(location, server, 'proxy_pass')
    const upstream = http.request(toOrigin(target) + request.url, {
      method: request.method,
      headers: toHeaders(request, readSetting(location, server, 'proxy_set_header')),
    })
    upstream.on('error', () => answer(request, response, ['502']))
    response.on('close', () => upstream.destroy())
    const pass = async (got: http.IncomingMessage): Promise<void> => {
      response.writeHead(got.statusCode ?? 502, got.headers)
      const isBuffered = setting('proxy_buffering', 'on') === 'on' && got.headers['x-accel-buffering'] !== 'no'
      if (isBuffered) response.end(await readAll(got))
      else got.pipe(response)
    }
    const fail = () => void response.destroy()
    upstream.on('response', (got) => void pass(got).catch(fail))
    if (setting('proxy_request_buffering', 'on') === 'off') request.pipe(upstream)
    else void readAll(request).then((body) => upstream.end(body), fail)
  }
}

export async function startStandin(config: string, tls: { key: string; cert: string }): Promise<TlsProxy> {
  const directives = parseNginx(config)
  refuseUnknown(directives)
  const upstreams = new Map(
    findDirectives(directives, 'upstream').map(({ args, block }) => [
      `http://${args[0]}`,
      `http://${findDirectives(block, 'server')[0]?.args[0]}`,
    ]),
  )
  const toOrigin = (name: string) => {
    const origin = upstreams.get(name)
    if (!origin) throw new Error(`there is no upstream ${name}`)
    return origin
  }
  const listening = findDirectives(directives, 'server').flatMap((server) =>
    findDirectives(server.block, 'listen').map(({ args: [place = '', ...options] }) => {
      const handler = createHandler(server, toOrigin)
      const made = options.includes('ssl') ? https.createServer(tls, handler) : http.createServer(handler)
      const [host, port] = place.split(':')
      return new Promise<net.Server>((resolve) => made.listen(Number(port), host, () => resolve(made)))
    }),
  )
  const servers = await Promise.all(listening)
  return {
    close: async () => {
      for (const server of servers as http.Server[]) server.closeAllConnections()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

export const findNginx = () => findProgram('nginx')

async function untilListens(port: number): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.destroy())
    })
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('nginx does not listen')
}

export async function startNginx(program: string, config: string, folder: string, port: number): Promise<TlsProxy> {
  const main = path.join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
    mkdirSync(path.join(folder, name))
    return `${name}_temp_path ${path.join(folder, name)};`
  })
  writeFileSync(path.join(folder, 'freehold.conf'), config)
  // Workers of root become nobody, who may not write to the folder of the test.
  const asRoot = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    main,
    `${asRoot} daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}
     http { access_log off; ${temporary.join(' ')} include ${folder}/freehold.conf; }`,
  )
  const child = spawn(program, ['-c', main, '-p', folder], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await untilListens(port)
  return {
    close: async () => {
      child.kill('SIGQUIT')
      await ended
    },
  }
}
