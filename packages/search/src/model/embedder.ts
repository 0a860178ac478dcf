// Owns running the embedding model: text in, one quantised unit vector each out.
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { checkModelFiles, readModelFiles } from './model-file.ts'
import { DIMENSIONS, quantise } from './vector.ts'
import { WordPiece } from './wordpiece.ts'

export interface Embedder {
  embed(texts: readonly string[]): Promise<Int8Array[]>
  close(): Promise<void>
}

interface Model {
  session: InferenceSession
  wordPiece: WordPiece
}

/** Checks the model's files now and loads them with the first text: a process that never searches does not pay for it. */
export function openEmbedder(): Embedder {
  checkModelFiles()
  let loading: Promise<Model> | undefined
  return {
    async embed(texts) {
      loading ??= loadModel()
      const { session, wordPiece } = await loading
      const vectors: Int8Array[] = []
      for (const text of texts) {
        vectors.push(await run(session, wordPiece.encode(text)))
        // Lets a waiting search run between two texts.
        if (texts.length > 1) await new Promise((resolve) => setImmediate(resolve))
      }
      return vectors
    },
    async close() {
      await (await loading)?.session.release()
    },
  }
}

async function loadModel(): Promise<Model> {
  const files = readModelFiles()
  const session = await InferenceSession.create(files.model, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
  })
  return { session, wordPiece: new WordPiece(files.tokenizerJson) }
}

/**
 * One text at a time: the model quantises its activations over the whole batch, so that in a batch a vector would
 * depend on its neighbours; on one thread a batch is hardly faster.
 */
async function run(session: InferenceSession, tokens: readonly number[]): Promise<Int8Array> {
  const shape = [1, tokens.length]
  const output = await session.run({
    input_ids: new Tensor('int64', BigInt64Array.from(tokens, BigInt), shape),
    attention_mask: new Tensor('int64', new BigInt64Array(tokens.length).fill(1n), shape),
    token_type_ids: new Tensor('int64', new BigInt64Array(tokens.length), shape),
  })
  const hidden = output[session.outputNames[0] as string]?.data as Float32Array
  return quantise(meanPool(hidden, tokens.length))
}

/** Mean over the tokens, scaled to length one. */
function meanPool(hidden: Float32Array, tokens: number): Float32Array {
  const mean = new Float32Array(DIMENSIONS)
  for (let token = 0; token < tokens; token++) {
    const offset = token * DIMENSIONS
    for (let i = 0; i < DIMENSIONS; i++) mean[i] = (mean[i] as number) + (hidden[offset + i] as number)
  }
  let squares = 0
  for (const value of mean) squares += value * value
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0
  for (let i = 0; i < DIMENSIONS; i++) mean[i] = (mean[i] as number) * scale
  return mean
}
