// Owns the request thread's side of the search worker: a promise for each call.
import { Worker } from 'node:worker_threads'
import type {
  DocId,
  EngineStats,
  IndexEntry,
  InventoryFacts,
  ListingText,
  RemotePlan,
  RemoteProposal,
  RemoteReader,
  SearchDocument,
  SearchEngine,
  SearchQuery,
  SearchResponse,
  UpsertReport,
} from './types.ts'
import { workerFile } from './worker-file.ts'
import type { Call, Reply, Request } from './worker-protocol.ts'

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

export class WorkerSearchEngine implements SearchEngine, RemoteReader {
  readonly keepsIndex = false
  readonly #waiting = new Map<number, Waiting>()
  /** Started by the first call: its models and tables are two seconds of work. */
  #worker: Promise<Worker> | undefined
  #nextId = 1
  #ended: Error | undefined

  #running(): Promise<Worker> {
    if (this.#worker === undefined) {
      this.#worker = workerFile().then((file) => this.#start(file))
      this.#worker.catch((error: Error) => this.#end(error))
    }
    return this.#worker
  }

  #start(file: URL): Worker {
    // The library that runs the model would keep a device id and telemetry for its maker. It asks the process, not its thread.
    process.env.ORT_DISABLE_TELEMETRY ??= '1'
    const worker = new Worker(file, { name: 'search' })
    worker.on('message', (reply: Reply) => this.#settle(reply))
    worker.on('error', (error: Error) => this.#end(error))
    worker.on('exit', (code) => this.#end(new Error(`The search worker has stopped (exit code ${code}).`)))
    // Searching must not keep a process alive that has nothing else to do; an open call does.
    worker.unref()
    return worker
  }

  ready(): Promise<void> {
    return this.#call({ method: 'ready' })
  }

  upsert(documents: readonly SearchDocument[], collection?: string): Promise<UpsertReport> {
    return this.#call({ method: 'upsert', documents, ...(collection === undefined ? {} : { collection }) })
  }

  remove(ids: readonly DocId[], collection?: string): Promise<void> {
    return this.#call({ method: 'remove', ids, ...(collection === undefined ? {} : { collection }) })
  }

  search(query: SearchQuery): Promise<SearchResponse> {
    return this.#call({ method: 'search', query })
  }

  embedListings(listings: readonly ListingText[]): Promise<Uint8Array[]> {
    return this.#call({ method: 'embedListings', listings })
  }

  describeListings(listings: readonly (ListingText & { vector: Uint8Array })[]): Promise<IndexEntry[]> {
    return this.#call({ method: 'describeListings', listings })
  }

  plan(query: SearchQuery, facts: InventoryFacts): Promise<RemotePlan> {
    return this.#call({ method: 'plan', query, facts })
  }

  rank(query: SearchQuery, facts: InventoryFacts, proposals: readonly RemoteProposal[]): Promise<SearchResponse> {
    return this.#call({ method: 'rank', query, facts, proposals })
  }

  size(collection?: string): Promise<number> {
    return this.#call({ method: 'size', ...(collection === undefined ? {} : { collection }) })
  }

  stats(): Promise<EngineStats> {
    return this.#call({ method: 'stats' })
  }

  async close(): Promise<void> {
    if (this.#ended !== undefined) return
    if (this.#worker === undefined) return this.#end(new Error('The search worker has stopped.'))
    const worker = await this.#worker
    await this.#call({ method: 'close' }).catch(() => {})
    await worker.terminate()
  }

  async #call<T>(call: Call): Promise<T> {
    this.#assertGoing()
    const worker = await this.#running()
    this.#assertGoing()
    const id = this.#nextId++
    return new Promise<T>((resolve, reject) => {
      if (this.#waiting.size === 0) worker.ref()
      this.#waiting.set(id, { resolve: resolve as (value: unknown) => void, reject })
      worker.postMessage({ id, call } satisfies Request)
    }).finally(() => {
      if (this.#waiting.size === 0) worker.unref()
    })
  }

  /** It may end at any time, also while somebody waits for its start. */
  #assertGoing(): void {
    if (this.#ended !== undefined) throw this.#ended
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if ('error' in reply) waiting?.reject(new Error(reply.error))
    else waiting?.resolve(reply.value)
  }

  #end(error: Error): void {
    this.#ended ??= error
    for (const { reject } of this.#waiting.values()) reject(this.#ended)
    this.#waiting.clear()
  }
}
