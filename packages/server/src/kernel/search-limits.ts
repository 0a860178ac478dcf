// Limits of search: of queries, of search processes and of embedding.

export const SEARCH_RESULTS_MAX = 5
export const SEARCH_QUERY_LENGTH_MIN = 2
export const SEARCH_QUERY_LENGTH_MAX = 200
/** A process that holds the index responds by then, or the database finds words instead. */
export const SEARCH_RESPONSE_SECONDS_MAX = 1
/** Searches that such a process works on at a time. */
export const SEARCHES_UNDER_WAY_MAX = 64
/** Another process embeds what a process that died had begun. */
export const EMBEDDING_LEASE_SECONDS = 30
/** An embedded listing is still found by its words for so long, until every index has it. */
export const EMBEDDING_KEPT_SECONDS = 5
