// The nameserver that this machine has, for proofs of control: BIND where it is installed, otherwise the one from npm.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startNameServer } from './name-server.ts'
import { freePort } from './ports.ts'

const READY_MS = 60_000

export const findBind = (): string | undefined =>
  [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => path.join(folder, 'named'))
    .find((file) => existsSync(file))

/** It answers for every domain there is, as its owner's nameserver would for one. */
const configure = (folder: string, port: number): string => `
  options {
    directory "${folder}"; pid-file none; session-keyfile "${folder}/key"; managed-keys-directory "${folder}";
    listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; };
    recursion no; allow-query { 127.0.0.1; }; dnssec-validation no;
  };
  controls { };
  zone "." { type primary; file "${folder}/zone"; };`

/** A record of more than 255 bytes is written in parts. */
const quote = (text: string): string =>
  (text.match(/.{1,255}/g) ?? ['']).map((part) => `"${part.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(' ')

/** Resolves when the server writes the line, and fails when it ends before. */
const written = (server: ChildProcess, line: string): Promise<void> =>
  new Promise((resolve, reject) => {
    let output = ''
    const late = setTimeout(() => end(new Error(`no "${line}" from named:\n${output}`)), READY_MS)
    const end = (error?: Error) => {
      clearTimeout(late)
      server.stderr!.off('data', read)
      server.off('exit', stopped)
      if (error) reject(error)
      else resolve()
    }
    const read = (chunk: Buffer) => {
      output += chunk
      if (output.includes(line)) end()
    }
    const stopped = (code: number | null) => end(new Error(`named ended with code ${code}:\n${output}`))
    server.stderr!.on('data', read)
    server.on('exit', stopped)
  })

async function startBind(program: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'freehold-bind-'))
  const port = await freePort()
  const records = new Map<string, readonly string[]>()
  let serial = 1
  const writeZone = () => {
    const lines = [...records].flatMap(([name, texts]) => texts.map((text) => `${name}. 1 IN TXT ${quote(text)}`))
    const head = `$TTL 1\n. IN SOA ns. hostmaster. ${serial} 60 60 60 1\n. IN NS ns.\nns. IN A 127.0.0.1\n`
    writeFileSync(path.join(folder, 'zone'), `${head}${lines.join('\n')}\n`)
  }
  writeZone()
  writeFileSync(path.join(folder, 'named.conf'), configure(folder, port))
  const server = spawn(program, ['-g', '-n', '1', '-c', path.join(folder, 'named.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await written(server, 'running')
  return {
    program: 'BIND',
    server: `127.0.0.1:${port}`,
    publish: async (name: string, ...texts: string[]) => {
      records.set(name.toLowerCase(), texts)
      serial++
      writeZone()
      const loaded = written(server, `loaded serial ${serial}`)
      server.kill('SIGHUP')
      await loaded
    },
    close: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startPackaged() {
  const names = await startNameServer()
  return {
    program: 'dns2',
    server: names.server,
    publish: async (name: string, ...texts: string[]) => names.publish(name, ...texts),
    close: async () => void (await names.close()),
  }
}

export function startInstalledNameServer() {
  const bind = findBind()
  return bind === undefined ? startPackaged() : startBind(bind)
}
