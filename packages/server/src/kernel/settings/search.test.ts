// Which settings of search are accepted, and what each refusal says.
import { describe, expect, it } from 'vitest'
import { readSearchSettings } from './search.ts'

const DATABASE_URL = 'postgres://localhost/freehold'

it('holds the index in this process by default', () => {
  expect(readSearchSettings({})).toEqual({
    searchEngine: 'memory',
    searchUrls: [],
    searchListen: { port: 8082 },
    searchEmbedding: null,
  })
})

it('reads several URLs, a socket, and who embeds', () => {
  const env = {
    DATABASE_URL,
    SEARCH_URL: 'http://10.0.0.7:8082, unix:/run/freehold/search.sock,https://search.internal',
    SEARCH_LISTEN: 'unix:/run/freehold/search.sock',
    SEARCH_EMBEDDING: 'off',
  }
  expect(readSearchSettings(env)).toMatchObject({
    searchUrls: ['http://10.0.0.7:8082', 'unix:/run/freehold/search.sock', 'https://search.internal'],
    searchListen: { path: '/run/freehold/search.sock' },
    searchEmbedding: false,
  })
  expect(readSearchSettings({ SEARCH_LISTEN: '9000', SEARCH_EMBEDDING: 'on' })).toMatchObject({
    searchListen: { port: 9000 },
    searchEmbedding: true,
  })
})

describe('refuses', () => {
  it.each([
    ['an index in PostgreSQL without one', { SEARCH_ENGINE: 'postgres' }, 'SEARCH_ENGINE=postgres requires PostgreSQL'],
    ['a URL without PostgreSQL', { SEARCH_URL: 'http://10.0.0.7:8082' }, 'requires PostgreSQL'],
    ['a URL without an index', { SEARCH_URL: 'http://10.0.0.7', SEARCH_ENGINE: 'keyword' }, 'SEARCH_ENGINE=keyword'],
    ['another scheme', { SEARCH_URL: 'ftp://10.0.0.7' }, 'must list URLs'],
    ['a path', { SEARCH_URL: 'http://10.0.0.7/search' }, 'must list URLs'],
    ['a password', { SEARCH_URL: 'http://user:password@10.0.0.7' }, 'must not have a user or password'],
    ['a URL twice', { SEARCH_URL: 'http://10.0.0.7,http://10.0.0.7' }, 'twice'],
    ['a long socket path', { SEARCH_URL: `unix:/${'x'.repeat(100)}` }, 'longer than 100 characters'],
    ['a port that is not one', { SEARCH_LISTEN: '70000' }, 'SEARCH_LISTEN must be a port'],
    ['a host', { SEARCH_LISTEN: '0.0.0.0:8082' }, 'SEARCH_LISTEN must be a port'],
    ['an unknown choice', { SEARCH_EMBEDDING: 'sometimes' }, 'SEARCH_EMBEDDING must be one of'],
  ])('%s', (_, env: Record<string, string>, message) => {
    const database = message.endsWith('requires PostgreSQL') ? {} : { DATABASE_URL }
    expect(() => readSearchSettings({ ...database, ...env })).toThrow(message)
  })
})
