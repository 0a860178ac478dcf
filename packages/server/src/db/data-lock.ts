// One process per data folder: PGlite itself would let two in and lose what they write.
import { createHash, randomUUID } from 'node:crypto'
import { renameSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type DataLock = { release(): void }

/** Unix sockets have short names (103 bytes on macOS, less the suffix below); a deep folder locks in the temporary one. */
const SOCKET_PATH_MAX = 90

function socketPath(directory: string): string {
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 24)
  if (process.platform === 'win32') return `\\\\.\\pipe\\freehold-${hash}`
  const inside = path.join(directory, 'lock.sock')
  return Buffer.byteLength(inside) <= SOCKET_PATH_MAX ? inside : path.join(tmpdir(), `freehold-${hash}.sock`)
}

const isAlive = (file: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = net.connect(file)
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })

/** Whoever connects is told the holder's name. */
function listen(file: string, holder: string): Promise<net.Server> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.on('error', () => {}).end(holder))
    server.once('error', reject)
    server.listen(file, () => resolve(server.unref()))
  })
}

const readHolder = (file: string): Promise<string> =>
  new Promise((resolve) => {
    let name = ''
    const probe = net.connect(file).setEncoding('utf8')
    probe.on('data', (text: string) => {
      name += text
    })
    probe.once('close', () => resolve(name))
    probe.once('error', () => {})
  })

function rename(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch {
    return false
  }
}

/** Longer than another starter keeps a living socket aside before it puts it back. */
const SETTLE_MILLISECONDS = 50

/**
 * A listening socket is a lock that the kernel drops with the process, however it ends. A socket file that nobody
 * answers on is a leftover: it is moved aside, asked once more (another starter may just have taken it), removed.
 * While a living one stands aside its name is free for a moment, so whoever took the name looks again who holds it.
 */
export async function lockDataDirectory(directory: string): Promise<DataLock | null> {
  const file = socketPath(directory)
  const holder = randomUUID()
  for (let tries = 0; tries < 3; tries++) {
    try {
      const server = await listen(file, holder)
      await sleep(SETTLE_MILLISECONDS)
      // The loser's socket stays open until its process ends: closing it would remove the winner's file.
      return (await readHolder(file)) === holder ? { release: () => void server.close() } : null
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
    if (await isAlive(file)) return null
    const aside = `${file}.${holder.slice(0, 6)}`
    if (!rename(file, aside)) continue
    if (await isAlive(aside)) {
      rename(aside, file)
      return null
    }
    rmSync(aside, { force: true })
  }
  return null
}
