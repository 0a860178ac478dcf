// The embedded database: PGlite in a worker thread, reached by the ordinary `pg` driver over an in-memory stream.
// In a thread of its own a long statement cannot hold up the request thread.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Duplex } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { lazy } from '../kernel/lazy.ts'
import { databaseOn } from './client.ts'
import type { Database } from './sql.ts'
import { columnTypes } from './types.ts'

const SYNC = 0x53
const QUERY = 0x51
const TERMINATE = 0x58
const AUTHENTICATION_OK = [0x52, 0, 0, 0, 8, 0, 0, 0, 0]
const READY_FOR_QUERY = [0x5a, 0, 0, 0, 5, 0x49]

/** Speaks the wire protocol to the worker: whole message groups go over, whole answers come back. */
class WireStream extends Duplex {
  readonly #worker: Worker
  readonly #onMessage: (message: FromWorker) => void
  readonly #onExit: () => void
  #started = false
  #pending: Buffer = Buffer.alloc(0)

  constructor(worker: Worker) {
    super()
    this.#worker = worker
    this.#onMessage = (message) => {
      if (message instanceof Error) this.destroy(message)
      else if (message instanceof Uint8Array)
        this.push(Buffer.from(message.buffer, message.byteOffset, message.byteLength))
    }
    // Nobody will answer any more: whoever waits must learn it.
    this.#onExit = () => this.destroy(new Error('connection terminated: the embedded database has stopped'))
    worker.on('message', this.#onMessage)
    worker.on('exit', this.#onExit)
  }

  connect(): void {
    // A worker that has ended has no thread id any more.
    process.nextTick(() => (this.#worker.threadId > 0 ? this.emit('connect') : this.#onExit()))
  }
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}
  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#take(chunk)
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#take(Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#worker.off('message', this.#onMessage)
    this.#worker.off('exit', this.#onExit)
    done(error)
  }

  #take(bytes: Buffer): void {
    if (!this.#started) {
      // PGlite has one session and no log-in: clear what an earlier client left, then answer the start-up ourselves.
      this.#started = true
      this.#worker.postMessage({ reset: true })
      this.push(Buffer.from([...AUTHENTICATION_OK, ...READY_FOR_QUERY]))
      return
    }
    const all = this.#pending.length > 0 ? Buffer.concat([this.#pending, bytes]) : bytes
    let end = 0
    let complete = 0
    while (end + 5 <= all.length) {
      const type = all[end]
      const length = all.readUInt32BE(end + 1)
      if (end + 1 + length > all.length) break
      end += 1 + length
      if (type === TERMINATE) {
        this.push(null)
        return
      }
      if (type === SYNC || type === QUERY) complete = end
    }
    if (complete > 0) {
      const group = new Uint8Array(all.subarray(0, complete))
      this.#worker.postMessage(group, [group.buffer])
    }
    this.#pending = complete < all.length ? Buffer.from(all.subarray(complete)) : Buffer.alloc(0)
  }
}

export type EmbeddedOptions = { directory: string; onError?: (error: Error) => void }

type FromWorker = Uint8Array | Error | { ended: string }

const REOPEN_EVERY_MS = 1000

/** TypeScript knows it only together with browsers. */
const { WebAssembly } = globalThis as unknown as { WebAssembly: { compile(bytes: Uint8Array): Promise<object> } }

/**
 * V8 optimises a function once this many bytes of it have run. By default it does so with much that only a start runs: 1.2 s of the
 * processor for nothing. What serves requests passes this mark within seconds.
 */
const OPTIMISE_AFTER_BYTES = 30_000_000

/** Once for the process: a thread that is started again finds the code as quick as the last one left it. */
const compileDatabase = lazy(async () => {
  setFlagsFromString(`--wasm-tiering-budget=${OPTIMISE_AFTER_BYTES}`)
  const library = path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  return WebAssembly.compile(await readFile(path.join(library, 'pglite.wasm')))
})

async function startWorker(directory: string): Promise<Worker> {
  const workerData = { directory, wasm: await compileDatabase() }
  const worker = new Worker(new URL('./embedded-worker.js', import.meta.url), { workerData })
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('its thread stopped')))
    worker.once('message', (message: { ready?: true; failed?: string; ended?: string }) =>
      message.ready ? resolve() : reject(new Error(message.failed ?? message.ended)),
    )
  })
  return worker
}

/** A thread that ends is started again on the same files, as often as it takes; meanwhile nobody can connect. */
export async function openEmbedded({ directory, onError }: EmbeddedOptions): Promise<Database> {
  let worker = await startWorker(directory)
  let closing = false

  function watch(): void {
    worker.on('error', (error) => onError?.(error))
    worker.on('message', (message: FromWorker) => {
      if ('ended' in message) onError?.(new Error(message.ended))
    })
    worker.once('exit', () => void reopen())
  }

  async function reopen(): Promise<void> {
    while (!closing) {
      await new Promise((resolve) => setTimeout(resolve, REOPEN_EVERY_MS).unref())
      if (closing) return
      try {
        worker = await startWorker(directory)
      } catch (error) {
        onError?.(error as Error)
        continue
      }
      // Somebody closed while it opened: it must not outlive them.
      if (closing) worker.postMessage({ close: true })
      else watch()
      return
    }
  }

  watch()
  const pool = new pg.Pool({
    max: 1,
    idleTimeoutMillis: 0,
    types: columnTypes,
    stream: () => new WireStream(worker) as never,
  })
  pool.on('error', (error) => onError?.(error))
  return databaseOn(pool, 'embedded', async () => {
    closing = true
    if (worker.threadId < 0) return
    const closed = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    worker.postMessage({ close: true })
    await closed
  })
}
