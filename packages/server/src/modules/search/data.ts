// The vectors of the sample domains, read from the package's data folder: a first start need not embed them.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const FILE = new URL('../../../data/sample-vectors.bin.gz', import.meta.url)
const HASH_BYTES = 16
const VECTOR_BYTES = 384
const RECORD_BYTES = HASH_BYTES + VECTOR_BYTES

/** `byText` has each vector by the hexadecimal hash of its listing's text. */
export type SampleVectors = { version: string; byText: ReadonlyMap<string, Buffer> }

/** A line with the version of the embedding, then one record per text: its hash and its vector. */
export function readSampleVectors(): SampleVectors {
  const bytes = gunzipSync(readFileSync(FILE))
  const start = bytes.indexOf('\n') + 1
  const byText = new Map<string, Buffer>()
  for (let at = start; at < bytes.length; at += RECORD_BYTES)
    byText.set(bytes.toString('hex', at, at + HASH_BYTES), bytes.subarray(at + HASH_BYTES, at + RECORD_BYTES))
  return { version: bytes.toString('latin1', 0, start - 1), byText }
}
