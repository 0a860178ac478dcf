// Gives every listing for sale a vector of the sample domains, so that search is full when the load begins: a real one takes
// milliseconds of CPU each.
import { EMBEDDING_VERSION } from '@freehold/search'
import { readSampleVectors } from '../../packages/server/src/modules/search/data.ts'
import { textHash } from '../../packages/server/src/modules/search/rules.ts'
import { listWaiting, saveVectors } from '../../packages/server/src/modules/search/store/listings.ts'

const BATCH = 1000

/** Returns how many. */
export async function saveCopiedVectors(db) {
  let count = 0
  const vectors = [...readSampleVectors().byText.values()]
  for (let before = null; ; ) {
    const rows = await listWaiting(db, EMBEDDING_VERSION, false, before, BATCH)
    if (rows.length === 0) return count
    count += rows.length
    before = rows.at(-1).id
    const made = rows.map((row, n) => ({ id: row.id, textHash: textHash(row), vector: vectors[n % vectors.length] }))
    await db.tx((tx) => saveVectors(tx, EMBEDDING_VERSION, made))
  }
}
