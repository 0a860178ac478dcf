// Writes of rows under way, made together: while one write runs, the next ones wait and share the one after it.
import { mayHaveCommitted } from '../db/failures.ts'

export type Gathering<Item, Result> = {
  /** All items together: one transaction. A result for each, in the same order. */
  write(items: readonly Item[]): Promise<readonly Result[]>
  /** How many items are worth a write without a further wait, right now. */
  countEnough(): number
  /** How long fewer items wait for others. */
  waitMs: number
  /** Writes that may run at the same time; one unless given. */
  writers?: number
}

type Entry<Item, Result> = { item: Item; resolve(result: Result): void; reject(error: unknown): void }

/** Adds an item to the next write. It rejects as the write does. */
export function createGathering<Item, Result>({ write, countEnough, waitMs, writers = 1 }: Gathering<Item, Result>) {
  const waiting: Entry<Item, Result>[] = []
  let writing = 0
  let timer: NodeJS.Timeout | undefined

  async function writeAlone({ item, resolve, reject }: Entry<Item, Result>): Promise<void> {
    try {
      const [result] = await write([item])
      resolve(result as Result)
    } catch (error) {
      reject(error)
    }
  }

  async function writeAll(entries: readonly Entry<Item, Result>[]): Promise<void> {
    try {
      const results = await write(entries.map(({ item }) => item))
      for (const [index, { resolve }] of entries.entries()) resolve(results[index] as Result)
    } catch (error) {
      // A database that was lost may have committed. Otherwise nothing was written, and one item must not stop the others.
      if (entries.length === 1 || mayHaveCommitted(error)) for (const { reject } of entries) reject(error)
      else for (const entry of entries) await writeAlone(entry)
    }
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing++
    await writeAll(waiting.splice(0))
    writing--
    consider()
  }

  function consider(): void {
    if (writing >= writers || waiting.length === 0) return
    if (waiting.length >= countEnough()) void flush()
    else timer ??= setTimeout(() => void flush(), waitMs)
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      consider()
    })
}
