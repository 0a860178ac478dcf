// Owns the engines that ours is measured beside: each gets the same segmented names, and Orama the same vectors.
import { create, insertMultiple, search } from '@orama/orama'
import FlexSearch from 'flexsearch'
import MiniSearch from 'minisearch'

/** documents: { id, domain, text, vector: number[] }; answers are domains. */
export const PEERS = {
  async 'Orama hybrid'(documents) {
    const db = create({ schema: { text: 'string', domain: 'string', embedding: 'vector[384]' } })
    await insertMultiple(
      db,
      documents.map(({ text, domain, vector }) => ({ text, domain, embedding: vector })),
      500,
    )
    return async (query, vector) => {
      const found = await search(db, {
        mode: 'hybrid',
        term: query,
        properties: ['text', 'domain'],
        vector: { value: vector, property: 'embedding' },
        similarity: 0.2,
        tolerance: 1,
        limit: 5,
      })
      return found.hits.map((hit) => hit.document.domain)
    }
  },
  async MiniSearch(documents) {
    const index = new MiniSearch({
      fields: ['text', 'domain'],
      storeFields: ['domain'],
      searchOptions: { fuzzy: 0.2, prefix: true },
    })
    index.addAll(documents.map(({ id, text, domain }) => ({ id, text, domain })))
    return async (query) =>
      index
        .search(query)
        .slice(0, 5)
        .map((hit) => hit.domain)
  },
  async FlexSearch(documents) {
    const index = new FlexSearch.Index({ tokenize: 'forward', resolution: 9 })
    const domains = documents.map(({ domain }) => domain)
    for (const [i, { text, domain }] of documents.entries()) index.add(i, `${text} ${domain}`)
    return async (query) => index.search(query, { limit: 5, suggest: true }).map((i) => domains[i])
  },
}
