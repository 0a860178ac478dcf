// Owns what has arrived and what is done: a file to which lines are added, so that no event is lost or worked on twice.
import { open, readFile, rename, writeFile } from 'node:fs/promises'

/**
 * @typedef {import('@freehold/sdk').WebhookEvent} WebhookEvent
 * @typedef {{ at: string, id: string, event?: WebhookEvent, done?: true }} Line
 */

/** An event can be sent again long after it was first sent, by hand; its id is remembered for so long. */
const REMEMBERED_DAYS = 30
const DAY_MS = 86_400_000

/** @param {string} file */
export async function openInbox(file) {
  const lines = await readLines(file)
  const done = new Set(lines.filter((line) => line.done).map(({ id }) => id))
  const waiting = lines.flatMap(({ id, event }) => (event && !done.has(id) ? [event] : []))
  await rewrite(file, lines.filter(isNeeded(done)))
  const handle = await open(file, 'a')

  /** Every id, with the write that makes it last. @type {Map<string, Promise<void>>} */
  const known = new Map(lines.map(({ id }) => [id, Promise.resolve()]))

  /** One write after the other, each on the disk before it counts. @type {Promise<unknown>} */
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
    /** What an earlier run took in and did not finish. */
    waiting,

    /** True when the event is new. Once this is answered the event is safe. @param {WebhookEvent} event */
    async take(event) {
      const before = known.get(event.id)
      if (before) {
        await before
        return false
      }
      const write = append({ id: event.id, event })
      known.set(event.id, write)
      // What could not be written was not taken: the service sends it again.
      write.catch(() => known.delete(event.id))
      await write
      return true
    },

    /** @param {string} id */
    finish: (id) => append({ id, done: true }),

    close: () => last.then(() => handle.close()),
  }
}

/** A line that a crash cut short was never answered for. @param {string} file @returns {Promise<Line[]>} */
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

/** Of what is done the id is enough, and of what is old not even that. @param {Set<string>} done @returns {(line: Line) => boolean} */
const isNeeded = (done) => (line) =>
  line.done ? Date.parse(line.at) > Date.now() - REMEMBERED_DAYS * DAY_MS : !done.has(line.id)

/** @param {string} file @param {Line[]} lines */
async function rewrite(file, lines) {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  await writeFile(`${file}.new`, text, { flush: true })
  await rename(`${file}.new`, file)
}
