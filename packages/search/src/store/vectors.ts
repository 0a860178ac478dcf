// Owns the vectors of one inventory: rows in blocks of clusters, scanned whole while small and by nearest clusters above.
import { DIMENSIONS } from '../model/vector.ts'
import { createKernel, growKernel, type Kernel } from './kernel.ts'
import { TopK } from './top-k.ts'

const BLOCK = 64
const QUERY_AT = 0
const OUT_AT = 512
const OUT_ROWS = 8_192
const SLOTS_AT = OUT_AT + OUT_ROWS * 4
const CENTROIDS_AT = SLOTS_AT + OUT_ROWS * 4
const MAX_CLUSTERS = 4_096
const ROWS_AT = CENTROIDS_AT + MAX_CLUSTERS * DIMENSIONS

interface Cluster {
  /** Row in the centroid area, or -1: no centroid, always scanned. */
  centroid: number
  blocks: number[]
  count: number
}

export interface VectorScan {
  k: number
  /** Most rows to look at once the clusters are trained. */
  budget: number
  accepts?: (slot: number) => boolean
}

export class VectorStore {
  readonly #kernel: Kernel = createKernel(ROWS_AT + BLOCK * DIMENSIONS)
  #clusters: Cluster[] = [{ centroid: -1, blocks: [], count: 0 }]
  /** Clusters that new rows may join. */
  #open: Cluster[] = this.#clusters
  #freeBlocks: number[] = []
  #blocks = 0
  #rowBySlot = new Int32Array(1024).fill(-1)
  #slotByRow = new Int32Array(1024).fill(-1)
  #clusterOfBlock: Cluster[] = []
  #usedCentroids = new Set<number>()
  #byteView = new Int8Array(this.#kernel.memory.buffer)
  #outView = new Int32Array(this.#kernel.memory.buffer, OUT_AT, OUT_ROWS)
  size = 0

  get trained(): boolean {
    return this.#open.length > 1
  }

  set(slot: number, vector: Int8Array): void {
    this.remove(slot)
    this.#append(slot, vector, this.#nearestOpen(vector))
  }

  remove(slot: number): void {
    const row = this.#rowBySlot[slot] ?? -1
    if (row === -1) return
    const cluster = this.#clusterOfBlock[Math.floor(row / BLOCK)] as Cluster
    const lastBlock = cluster.blocks.at(-1) as number
    const last = lastBlock * BLOCK + ((cluster.count - 1) % BLOCK)
    if (last !== row) {
      const moved = this.#slotByRow[last] as number
      this.#bytes().copyWithin(rowAt(row), rowAt(last), rowAt(last) + DIMENSIONS)
      this.#slotByRow[row] = moved
      this.#rowBySlot[moved] = row
    }
    this.#slotByRow[last] = -1
    this.#rowBySlot[slot] = -1
    cluster.count--
    this.size--
    if (cluster.count % BLOCK === 0) {
      cluster.blocks.pop()
      this.#freeBlocks.push(lastBlock)
    }
  }

  has(slot: number): boolean {
    return (this.#rowBySlot[slot] ?? -1) !== -1
  }

  /** A copy. */
  get(slot: number): Int8Array | undefined {
    const row = this.#rowBySlot[slot] ?? -1
    return row === -1 ? undefined : new Int8Array(this.#kernel.memory.buffer, rowAt(row), DIMENSIONS).slice()
  }

  /** The slots nearest to the query with their products, best first. */
  nearest(query: Int8Array, scan: VectorScan): { slot: number; score: number }[] {
    this.#bytes().set(query, QUERY_AT)
    const top = new TopK(scan.k)
    let seen = 0
    for (const cluster of this.#byNearness()) {
      if (seen >= scan.budget && this.trained && cluster.centroid !== -1) break
      this.#scanCluster(cluster, top, scan.accepts)
      seen += cluster.count
    }
    return top.sorted()
  }

  /** Products of the query with the given slots; a slot without a vector gives 0. */
  products(query: Int8Array, slots: ArrayLike<number>): Int32Array {
    this.#bytes().set(query, QUERY_AT)
    const result = new Int32Array(slots.length)
    for (let from = 0; from < slots.length; from += OUT_ROWS) {
      const count = Math.min(OUT_ROWS, slots.length - from)
      const rows = new Int32Array(this.#kernel.memory.buffer, SLOTS_AT, count)
      for (let i = 0; i < count; i++) rows[i] = Math.max(0, this.#rowBySlot[slots[from + i] as number] ?? 0)
      this.#kernel.products.gather(ROWS_AT, SLOTS_AT, count, QUERY_AT, OUT_AT)
      result.set(new Int32Array(this.#kernel.memory.buffer, OUT_AT, count), from)
      for (let i = 0; i < count; i++) if (!this.has(slots[from + i] as number)) result[from + i] = 0
    }
    return result
  }

  /** Slots that have a vector, from a given position; for training. */
  *slots(): IterableIterator<number> {
    for (let slot = 0; slot < this.#rowBySlot.length; slot++) if (this.#rowBySlot[slot] !== -1) yield slot
  }

  /** Opens empty clusters around new centroids; rows of the old ones must then be moved with `reassign`. */
  openClusters(centroids: readonly Int8Array[]): void {
    const fresh: Cluster[] = []
    let free = 0
    for (const centroid of centroids) {
      while (this.#usedCentroids.has(free)) free++
      if (free >= MAX_CLUSTERS) throw new RangeError('too many clusters')
      this.#usedCentroids.add(free)
      this.#bytes().set(centroid, CENTROIDS_AT + free * DIMENSIONS)
      fresh.push({ centroid: free, blocks: [], count: 0 })
    }
    this.#clusters = [...this.#clusters, ...fresh]
    this.#open = fresh
  }

  /** Moves a row to the nearest open cluster. */
  reassign(slot: number): void {
    const vector = this.get(slot)
    if (vector !== undefined) this.set(slot, vector)
  }

  /** Forgets clusters that are no longer open and have no rows left. */
  dropClosed(): void {
    const open = new Set(this.#open)
    const isOver = (cluster: Cluster): boolean => !open.has(cluster) && cluster.count === 0
    for (const cluster of this.#clusters) if (isOver(cluster)) this.#usedCentroids.delete(cluster.centroid)
    this.#clusters = this.#clusters.filter((cluster) => !isOver(cluster))
  }

  #append(slot: number, vector: Int8Array, cluster: Cluster): void {
    if (slot >= this.#rowBySlot.length) this.#rowBySlot = grown(this.#rowBySlot, slot + 1)
    if (cluster.count % BLOCK === 0) this.#addBlock(cluster)
    const row = (cluster.blocks.at(-1) as number) * BLOCK + (cluster.count % BLOCK)
    this.#bytes().set(vector, rowAt(row))
    this.#rowBySlot[slot] = row
    this.#slotByRow[row] = slot
    cluster.count++
    this.size++
  }

  #addBlock(cluster: Cluster): void {
    const block = this.#freeBlocks.pop() ?? this.#blocks++
    const rows = (block + 1) * BLOCK
    if (rows > this.#slotByRow.length) this.#slotByRow = grown(this.#slotByRow, rows)
    const bytes = rowAt(rows)
    if (bytes > this.#kernel.memory.buffer.byteLength) growKernel(this.#kernel, bytes + Math.ceil(bytes / 16))
    cluster.blocks.push(block)
    this.#clusterOfBlock[block] = cluster
  }

  #nearestOpen(vector: Int8Array): Cluster {
    if (this.#open.length === 1) return this.#open[0] as Cluster
    const scores = this.#centroidProducts(vector)
    let best = this.#open[0] as Cluster
    for (const cluster of this.#open) {
      if ((scores[cluster.centroid] as number) > (scores[best.centroid] as number)) best = cluster
    }
    return best
  }

  /** Clusters with rows: those without a centroid first, then nearest first. */
  #byNearness(): Cluster[] {
    const filled = this.#clusters.filter((cluster) => cluster.count > 0)
    if (filled.length < 2) return filled
    this.#kernel.products.scan(CENTROIDS_AT, this.#centroidRows(), QUERY_AT, OUT_AT)
    const scores = new Int32Array(this.#kernel.memory.buffer, OUT_AT, this.#centroidRows()).slice()
    const score = (cluster: Cluster): number =>
      cluster.centroid === -1 ? Number.MAX_SAFE_INTEGER : (scores[cluster.centroid] as number)
    return filled.sort((a, b) => score(b) - score(a))
  }

  #centroidProducts(vector: Int8Array): Int32Array {
    this.#bytes().set(vector, QUERY_AT)
    this.#kernel.products.scan(CENTROIDS_AT, this.#centroidRows(), QUERY_AT, OUT_AT)
    return new Int32Array(this.#kernel.memory.buffer, OUT_AT, this.#centroidRows())
  }

  #centroidRows(): number {
    return Math.max(0, ...this.#clusters.map((cluster) => cluster.centroid + 1))
  }

  #scanCluster(cluster: Cluster, top: TopK, accepts?: (slot: number) => boolean): void {
    const out = this.#outView
    const { scan } = this.#kernel.products
    for (let index = 0; index < cluster.blocks.length; index++) {
      const row = (cluster.blocks[index] as number) * BLOCK
      const count = Math.min(BLOCK, cluster.count - index * BLOCK)
      scan(rowAt(row), count, QUERY_AT, OUT_AT)
      let { minimum } = top
      for (let i = 0; i < count; i++) {
        const product = out[i] as number
        if (product <= minimum) continue
        const slot = this.#slotByRow[row + i] as number
        if (accepts !== undefined && !accepts(slot)) continue
        top.push(slot, product)
        minimum = top.minimum
      }
    }
  }

  /** Views of the kernel's memory, made anew when it has grown. */
  #bytes(): Int8Array {
    if (this.#byteView.buffer !== this.#kernel.memory.buffer) {
      this.#byteView = new Int8Array(this.#kernel.memory.buffer)
      this.#outView = new Int32Array(this.#kernel.memory.buffer, OUT_AT, OUT_ROWS)
    }
    return this.#byteView
  }
}

const rowAt = (row: number): number => ROWS_AT + row * DIMENSIONS

function grown(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(length, Math.ceil(array.length * 1.5))).fill(-1)
  larger.set(array)
  return larger
}
