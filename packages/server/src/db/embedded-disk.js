// A disk that takes no more bytes of the log ends the database's thread at once: PostgreSQL in WebAssembly would panic, and its
// panic never returns. What was acknowledged is in the log; a new thread recovers from it. Plain JavaScript, like the worker.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { parentPort } from 'node:worker_threads'

const { openSync, writeSync, closeSync } = fs
const DISK = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS'])
/** Files without which no transaction can be finished. */
const LOG = /[/\\](pg_wal|pg_xact|global[/\\]pg_control)/

/** @type {Set<number>} */
const logFiles = new Set()

/** @param {unknown} error */
function endIfDisk(error) {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
  if (!code || !DISK.has(code)) return
  parentPort?.postMessage({ ended: `the log cannot be written (${code}: ${message})` })
  process.exit(1)
}

/** @type {typeof fs.openSync} */
fs.openSync = (file, ...rest) => {
  const isLog = LOG.test(String(file))
  try {
    const handle = openSync(file, ...rest)
    if (isLog) logFiles.add(handle)
    else logFiles.delete(handle)
    return handle
  } catch (error) {
    if (isLog) endIfDisk(error)
    throw error
  }
}

/** @type {typeof fs.closeSync} */
fs.closeSync = (handle) => {
  logFiles.delete(handle)
  closeSync(handle)
}

/** @param {number} handle @param {any} bytes @param {any[]} rest */
fs.writeSync = (handle, bytes, ...rest) => {
  try {
    return writeSync(handle, bytes, ...rest)
  } catch (error) {
    if (logFiles.has(handle)) endIfDisk(error)
    throw error
  }
}

syncBuiltinESMExports()
