// Settings of search: SEARCH_ENGINE, SEARCH_URL, SEARCH_LISTEN and SEARCH_EMBEDDING.
import { ConfigError, type Env, isUrl, readChoice } from './values.ts'

export type SearchSettings = {
  /** Where the search index is stored; `keyword` searches without one. */
  searchEngine: 'memory' | 'postgres' | 'keyword'
  /** Processes that hold the index, started with `npm start -- search`; none: this process holds it. */
  searchUrls: string[]
  /** Where such a process listens. */
  searchListen: SearchListen
  /** Whether this process embeds listings; null: if it has the model anyway. */
  searchEmbedding: boolean | null
}

export type SearchListen = { port: number } | { path: string }

const PORT = 8082
const SOCKET = /^unix:(\/.+)$/
/** A Unix socket has no room for a longer path on any system. */
const SOCKET_PATH_LENGTH_MAX = 100

/** The path of a `unix:/path` URL, or null. */
export const readSocketPath = (url: string): string | null => SOCKET.exec(url)?.[1] ?? null

function checkSocket(name: string, path: string): void {
  if (path.length > SOCKET_PATH_LENGTH_MAX)
    throw new ConfigError(
      `${name} has a socket path longer than ${SOCKET_PATH_LENGTH_MAX} characters. Use a shorter path.`,
    )
}

function parseUrls(text: string | undefined): string[] {
  const urls = (text ?? '')
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')
  for (const url of urls) {
    const path = readSocketPath(url)
    if (path !== null) checkSocket('SEARCH_URL', path)
    else if (!isUrl(url, /^https?:\/\//) || new URL(url).pathname !== '/' || new URL(url).search !== '')
      throw new ConfigError(
        'SEARCH_URL must list URLs such as http://10.0.0.7:8082 or unix:/run/freehold/search.sock, separated by commas.',
      )
    else if (new URL(url).username !== '' || new URL(url).password !== '')
      throw new ConfigError(
        'SEARCH_URL must not have a user or password. The processes prove themselves with MASTER_KEY.',
      )
  }
  if (new Set(urls).size < urls.length) throw new ConfigError('SEARCH_URL lists a URL twice. Remove one of them.')
  return urls
}

function parseListen(text: string | undefined): SearchListen {
  if (!text) return { port: PORT }
  const path = readSocketPath(text)
  if (path !== null) {
    checkSocket('SEARCH_LISTEN', path)
    return { path }
  }
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new ConfigError(
      `SEARCH_LISTEN must be a port or a socket such as unix:/run/freehold/search.sock, not "${text}".`,
    )
  return { port }
}

export function readSearchSettings(env: Env): SearchSettings {
  const searchEngine = readChoice(env, 'SEARCH_ENGINE', ['memory', 'postgres', 'keyword'], 'memory')
  if (searchEngine === 'postgres' && !env.DATABASE_URL)
    throw new ConfigError('SEARCH_ENGINE=postgres requires PostgreSQL. Set DATABASE_URL, or use SEARCH_ENGINE=memory.')
  const searchUrls = parseUrls(env.SEARCH_URL)
  if (searchUrls.length > 0 && !env.DATABASE_URL)
    throw new ConfigError('SEARCH_URL requires PostgreSQL. Set DATABASE_URL, or remove SEARCH_URL.')
  if (searchUrls.length > 0 && searchEngine === 'keyword')
    throw new ConfigError('SEARCH_URL has no effect with SEARCH_ENGINE=keyword. Remove one of them.')
  const embedding = readChoice(env, 'SEARCH_EMBEDDING', ['auto', 'on', 'off'], 'auto')
  return {
    searchEngine,
    searchUrls,
    searchListen: parseListen(env.SEARCH_LISTEN),
    searchEmbedding: embedding === 'auto' ? null : embedding === 'on',
  }
}
