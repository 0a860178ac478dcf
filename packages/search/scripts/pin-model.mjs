// Writes the hashes of the files in model/ into src/embedding-version.ts, when they are others than before.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

const SOURCE = new URL('../src/embedding-version.ts', import.meta.url)
const FILES = { MODEL_SHA256: 'encoder.onnx', TOKENIZER_SHA256: 'tokenizer.json' }

export async function pinModel() {
  const before = readFileSync(SOURCE, 'utf8')
  let text = before
  for (const [constant, name] of Object.entries(FILES)) {
    const bytes = readFileSync(new URL(`../model/${name}`, import.meta.url))
    const digest = createHash('sha256').update(bytes).digest('hex')
    text = text.replace(new RegExp(`(?<=${constant} = ')[0-9a-f]{64}`), digest)
  }
  if (text === before) return
  writeFileSync(SOURCE, text)
  console.log('The model is a new one: its hash is written; run `npm run sample-vectors`, too.')
}
