// Owns the inbox: an append-only file of received and finished events, so that no event is lost or processed twice.
import { open, readFile, rename, writeFile } from 'node:fs/promises'

/**
 * @typedef {import('@freehold/sdk').WebhookEvent} WebhookEvent
 * @typedef {{ at: string, id: string, event?: WebhookEvent, done?: true }} Line
 */

/** An event can be redelivered by hand long after its first delivery, so its ID is kept this long. */
const REMEMBERED_DAYS = 30
const DAY_MS = 86_400_000

/** @param {string} file */
export async function openInbox(file) {
  const lines = await readLines(file)
  const done = new Set(lines.filter((line) => line.done).map(({ id }) => id))
  const waiting = lines.flatMap(({ id, event }) => (event && !done.has(id) ? [event] : []))
  await rewrite(file, lines.filter(isNeeded(done)))
  const handle = await open(file, 'a')

  /** Every known ID, with the write that stores it. @type {Map<string, Promise<void>>} */
  const known = new Map(lines.map(({ id }) => [id, Promise.resolve()]))

  /** Writes run one after another, and each is flushed to disk. @type {Promise<unknown>} */
  let last = Promise.resolve()
  /** @param {Omit<Line, 'at'>} line @returns {Promise<void>} */
  function append(line) {
    const write = last.then(async () => {
      await handle.appendFile(`${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`)
      await handle.datasync()
    })
    last = write.catch(() => {})
    return write
  }

  return {
    /** Events that an earlier run received and did not finish. */
    waiting,

    /** Resolves to true when the event is new. When it resolves, the event is on disk. @param {WebhookEvent} event */
    async take(event) {
      const before = known.get(event.id)
      if (before) {
        await before
        return false
      }
      const write = append({ id: event.id, event })
      known.set(event.id, write)
      // The event was not stored: let the service deliver it again.
      write.catch(() => known.delete(event.id))
      await write
      return true
    },

    /** @param {string} id */
    finish: (id) => append({ id, done: true }),

    close: () => last.then(() => handle.close()),
  }
}

/** Skips an incomplete last line: that event was never acknowledged. @param {string} file @returns {Promise<Line[]>} */
async function readLines(file) {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
}

/** For a finished event the ID is enough, and after REMEMBERED_DAYS nothing is kept. @param {Set<string>} done @returns {(line: Line) => boolean} */
const isNeeded = (done) => (line) =>
  line.done ? Date.parse(line.at) > Date.now() - REMEMBERED_DAYS * DAY_MS : !done.has(line.id)

/** @param {string} file @param {Line[]} lines */
async function rewrite(file, lines) {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  await writeFile(`${file}.new`, text, { flush: true })
  await rename(`${file}.new`, file)
}
