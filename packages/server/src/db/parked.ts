// Connections between two statements. A pool sets timers and listeners each time it hands one over and takes it back, which costs as much
// as a short statement. So a connection that nobody waits for is kept here for a moment.
import type pg from 'pg'

/** Then they go back to the pool, which closes those that it does not need. */
const KEEP_MS = 1000

export function createParked(pool: pg.Pool) {
  let clients: pg.PoolClient[] = []
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function releaseAll(): void {
    timer = undefined
    const released = clients
    clients = []
    for (const client of released) client.release()
  }

  const broken = new WeakSet<pg.ClientBase>()
  // One that breaks must not be handed out. The pool reports those that are idle, and to the pool these are in use.
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      broken.add(client)
      const index = clients.indexOf(client as pg.PoolClient)
      if (index < 0) return
      clients.splice(index, 1)[0]?.release(error)
      pool.emit('error', error, client)
    })
  })

  return {
    get size(): number {
      return clients.length
    },
    /** The one that was used last, if there is any. */
    take: (): pg.PoolClient | undefined => clients.pop(),
    /** Instead of its release. A connection that failed, or that somebody waits for, goes to the pool. */
    put(client: pg.PoolClient, failed?: Error): void {
      if (failed || closed || pool.waitingCount > 0 || broken.has(client)) {
        client.release(failed ?? broken.has(client))
        return
      }
      clients.push(client)
      timer ??= setTimeout(releaseAll, KEEP_MS).unref()
    },
    close(): void {
      closed = true
      clearTimeout(timer)
      releaseAll()
    },
  }
}
