// Owns reading the embedding model and refusing any files but the ones that we measured.
import { createHash } from 'node:crypto'
import { readModelFile } from '../data-files.ts'
import { MODEL_SHA256, TOKENIZER_SHA256 } from '../embedding-version.ts'

export interface ModelFiles {
  model: Uint8Array
  tokenizerJson: string
}

/** The bytes that were checked are the ones that are used. */
function readChecked(name: string, expected: string): Buffer {
  const bytes = readModelFile(name)
  const digest = createHash('sha256').update(bytes).digest('hex')
  if (digest === expected) return bytes
  throw new Error(`model/${name} is not the expected file: sha256 ${digest}, expected ${expected}`)
}

/** A damaged or missing file is reported when the engine starts, not by the first search. */
export function checkModelFiles(): void {
  readModelFiles()
}

export function readModelFiles(): ModelFiles {
  return {
    model: readChecked('encoder.onnx', MODEL_SHA256),
    tokenizerJson: readChecked('tokenizer.json', TOKENIZER_SHA256).toString('utf8'),
  }
}
