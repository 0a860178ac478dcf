// One process per data folder: PGlite itself would let two in and lose what they write.
import { createHash } from 'node:crypto'
import { renameSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

export type DataLock = { release(): void }

/** Unix sockets have short names; a deep data folder locks through the temporary folder instead. */
const SOCKET_PATH_MAX = 100

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

function listen(file: string): Promise<net.Server> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen(file, () => resolve(server.unref()))
  })
}

/**
 * A listening socket is a lock that the kernel drops with the process, however it ends. A socket file that nobody
 * answers on is a leftover: it is moved aside, asked once more (another starter may just have taken it), removed.
 */
export async function lockDataDirectory(directory: string): Promise<DataLock | null> {
  const file = socketPath(directory)
  for (let tries = 0; tries < 3; tries++) {
    try {
      const server = await listen(file)
      return { release: () => void server.close() }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
    if (await isAlive(file)) return null
    const aside = `${file}.${process.pid}`
    try {
      renameSync(file, aside)
    } catch {
      continue
    }
    if (await isAlive(aside)) {
      renameSync(aside, file)
      return null
    }
    rmSync(aside, { force: true })
  }
  return null
}
