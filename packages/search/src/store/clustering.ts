// Owns when and how the vectors of a large inventory are clustered: spherical k-means on a sample, in small steps.
import { DIMENSIONS, quantise } from '../model/vector.ts'
import { VectorStore } from './vectors.ts'

/** Below this many names every vector is looked at. */
const EXACT_LIMIT = 20_000
const RETRAIN_GROWTH = 4
const ITERATIONS = 5
/** The old and the new clusters exist side by side for a while, and both must fit the store. */
const MAX_CLUSTERS = 2_000
const SAMPLE_PER_CLUSTER = 24
/** Rows handled between two pauses: about a millisecond or two. */
const STEP = 64

export class Clustering {
  readonly #vectors: VectorStore
  #trainedAt = 0
  #running: Promise<void> | undefined

  readonly #exactLimit: number

  constructor(vectors: VectorStore, exactLimit = EXACT_LIMIT) {
    this.#vectors = vectors
    this.#exactLimit = exactLimit
  }

  /** Starts training when the inventory has outgrown its clusters; resolves when none is under way. */
  maintain(): Promise<void> {
    const size = this.#vectors.size
    if (this.#running === undefined && size > this.#exactLimit && size >= this.#trainedAt * RETRAIN_GROWTH) {
      this.#trainedAt = size
      this.#running = this.#train(size).finally(() => {
        this.#running = undefined
      })
    }
    return this.#running ?? Promise.resolve()
  }

  async #train(size: number): Promise<void> {
    const clusters = Math.min(MAX_CLUSTERS, Math.round(Math.sqrt(size) * 1.6))
    const slots = [...this.#vectors.slots()]
    const stride = Math.max(1, Math.floor(slots.length / (clusters * SAMPLE_PER_CLUSTER)))
    const sample = slots.filter((_, index) => index % stride === 0)
    const vectors = sample.map((slot) => this.#vectors.get(slot)).filter((vector) => vector !== undefined)
    this.#vectors.openClusters(await findCentroids(vectors, clusters))
    // Read anew: names have come while the centroids were sought; from here on they join the new clusters.
    const all = [...this.#vectors.slots()]
    for (let i = 0; i < all.length; i++) {
      this.#vectors.reassign(all[i] as number)
      if (i % STEP === STEP - 1) await pause()
    }
    this.#vectors.dropClosed()
  }
}

async function findCentroids(vectors: readonly Int8Array[], clusters: number): Promise<Int8Array[]> {
  const stride = vectors.length / clusters
  let centroids = Array.from({ length: clusters }, (_, i) => vectors[Math.floor(i * stride)] as Int8Array)
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const store = new VectorStore()
    centroids.forEach((centroid, index) => {
      store.set(index, centroid)
    })
    const sums = centroids.map(() => new Float64Array(DIMENSIONS))
    for (let i = 0; i < vectors.length; i++) {
      const vector = vectors[i] as Int8Array
      const nearest = store.nearest(vector, { k: 1, budget: clusters })[0]?.slot ?? 0
      const sum = sums[nearest] as Float64Array
      for (let d = 0; d < DIMENSIONS; d++) sum[d] = (sum[d] as number) + (vector[d] as number)
      if (i % STEP === STEP - 1) await pause()
    }
    centroids = sums.map((sum, index) => unit(sum) ?? (centroids[index] as Int8Array))
  }
  return centroids
}

function unit(sum: Float64Array): Int8Array | undefined {
  const length = Math.hypot(...sum)
  return length === 0 ? undefined : quantise(sum.map((value) => value / length))
}

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
