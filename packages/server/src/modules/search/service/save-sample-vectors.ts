// Gives the sample domains of a first start the vectors that were made beforehand. Domains without one are embedded later.
import { EMBEDDING_VERSION } from '@freehold/search'
import type { Tx } from '../../../db/sql.ts'
import { readSampleVectors } from '../data.ts'
import { textHash } from '../rules.ts'
import { listWaiting, saveVectors } from '../store/listings.ts'

const BATCH = 1000

export async function saveSampleVectors(tx: Tx): Promise<void> {
  const { version, byText } = readSampleVectors()
  if (version !== EMBEDDING_VERSION) return
  for (let before: string | null = null; ; ) {
    const rows = await listWaiting(tx, version, false, before, BATCH)
    if (rows.length === 0) return
    before = rows.at(-1)!.id
    const known = rows.flatMap((row) => {
      const hash = textHash(row)
      const vector = byText.get(hash.toString('hex'))
      return vector ? [{ id: row.id, textHash: hash, vector }] : []
    })
    await saveVectors(tx, version, known, null)
  }
}
