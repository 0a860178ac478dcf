// Runs PGlite in its own thread: raw wire protocol in, raw wire protocol out. Plain JavaScript, so that it starts
// the same from source and from the build.
// First: the database takes its file system as it finds it.
import './embedded-disk.js'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)

/** @type {PGlite} */
let database
try {
  database = await PGlite.create({ dataDir: workerData.directory, pgliteWasmModule: workerData.wasm })
} catch (error) {
  // What the file system refuses arrives as a bare object with a number.
  const told = error instanceof Error && error.message !== '' ? error.message : 'its folder cannot be read or written'
  port.postMessage({ failed: told })
  throw error
}

// One message at a time, in order: PGlite has a single session.
let last = Promise.resolve()
port.on('message', (message) => {
  last = last.then(async () => {
    if (message.reset) {
      // Two calls: several statements in one are a transaction, and inside one DISCARD ALL is refused.
      await database.exec('rollback').catch(() => {})
      await database.exec('discard all').catch(() => {})
    } else if (message.close) {
      await database.close()
      port.close()
    } else {
      try {
        port.postMessage(await database.execProtocolRaw(message))
      } catch (error) {
        port.postMessage(error instanceof Error ? error : new Error(String(error)))
      }
    }
  })
})
port.postMessage({ ready: true })
