// Owns the search worker's side of the thread: one engine, answering the client's calls.
import { parentPort } from 'node:worker_threads'
import { LocalSearchEngine } from './engine.ts'
import type { Call, Reply, Request } from './worker-protocol.ts'

if (parentPort === null) throw new Error('worker.ts must run in a worker thread')
const port = parentPort
const loading = LocalSearchEngine.load()
// A failed load is reported to each call; it must not end the process as an unhandled rejection.
loading.catch(() => {})

// Changes of an inventory are applied in the order they were asked for; searches pass between their steps.
let changes: Promise<unknown> = Promise.resolve()
function inOrder<T>(change: () => Promise<T>): Promise<T> {
  const result = changes.then(change)
  changes = result.catch(() => {})
  return result
}

async function handle(call: Call): Promise<unknown> {
  const engine = await loading
  switch (call.method) {
    case 'ready':
      return engine.ready()
    case 'upsert':
      return inOrder(() => engine.upsert(call.documents, call.collection))
    case 'remove':
      return inOrder(() => engine.remove(call.ids, call.collection))
    case 'search':
      return engine.search(call.query)
    case 'embedListings':
      return engine.embedListings(call.listings)
    case 'describeListings':
      return engine.describeListings(call.listings)
    case 'plan':
      return engine.plan(call.query, call.facts)
    case 'rank':
      return engine.rank(call.query, call.facts, call.proposals)
    case 'size':
      return engine.size(call.collection)
    case 'stats':
      return engine.stats()
    case 'close':
      return engine.close()
  }
}

port.on('message', ({ id, call }: Request) => {
  handle(call).then(
    (value) => port.postMessage({ id, value } satisfies Reply),
    (error: unknown) => {
      port.postMessage({ id, error: error instanceof Error ? error.message : String(error) } satisfies Reply)
    },
  )
})
