// Tests the Postman collection: every operation except the Portal API's, and a signer that matches the signing vectors.
import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import vm from 'node:vm'
import { describe, expect, it } from 'vitest'
import { readWholeDocument } from './openapi-documents.mjs'

type Item = { name: string; request: { method: string; url: { raw: string; path: string[] } } }
type Folder = { name: string; item: Item[]; event?: { listen: string; script: { exec: string[] } }[] }
type Operation = { operationId: string; tags: string[] }
const read = (file: string) => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))

const collection = read('docs/collection/freehold.postman_collection.json') as { item: Folder[] }
const document = readWholeDocument() as { paths: Record<string, Record<string, Operation>> }

describe('the collection', () => {
  it('has every operation once, at its own path, except those of the Portal API', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { tags }]) => !tags.includes('Portal API'))
        .map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
    )
    const collected = collection.item.flatMap(({ item }) =>
      item.map(({ name, request }) => {
        const path = `/${request.url.path.join('/')}`.replace(/:(\w+)/g, '{$1}')
        return `${name} ${request.method} ${path}`
      }),
    )
    expect(collected.sort()).toEqual(described.sort())
  })

  it('signs requests in the Partner API folder only', () => {
    const signing = collection.item.filter(({ event }) => event?.some(({ listen }) => listen === 'prerequest'))
    expect(signing.map(({ name }) => name)).toEqual(['Partner API'])
  })
})

const known = read('docs/vectors/signing.json') as {
  key_id: string
  secret: string
  timestamp: string
  nonce: string
  vectors: { name: string; method: string; path: string; query: string; body: string; signature: string }[]
}

/** The part of Postman's sandbox that the script uses, with the globals that it must not redeclare. */
function runSigner(vector: (typeof known.vectors)[number]): Record<string, string> {
  const headers: Record<string, string> = {}
  const variables: Record<string, string> = { key_id: known.key_id, secret: known.secret, $guid: known.nonce }
  const pm = {
    variables: {
      get: (name: string) => variables[name],
      replaceIn: (text: string) => text.replace(/\{\{([^}]+)\}\}/g, (all, name: string) => variables[name] ?? all),
    },
    request: {
      method: vector.method,
      url: { getPath: () => vector.path, getQueryString: () => vector.query },
      body: vector.body === '' ? undefined : { raw: vector.body },
      headers: { upsert: ({ key, value }: { key: string; value: string }) => Object.assign(headers, { [key]: value }) },
    },
  }
  const CryptoJS = {
    SHA256: (text: string) => createHash('sha256').update(text).digest('hex'),
    HmacSHA256: (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex'),
  }
  const require = (name: string) => (name === 'crypto-js' ? CryptoJS : undefined)
  const globals = 'const CryptoJS = {}, request = {}'
  const now = Number(known.timestamp) * 1000 + 999
  const script = collection.item.find(({ name }) => name === 'Partner API')?.event?.[0]?.script.exec.join('\n') ?? ''
  vm.runInNewContext(`${globals}\n${script}`, { pm, require, Date: { now: () => now } })
  return headers
}

describe('its signer', () => {
  it.each(known.vectors.map((vector) => [vector.name, vector] as const))('matches the vector: %s', (_, vector) => {
    expect(runSigner(vector)).toEqual({
      'X-Service-Key-Id': known.key_id,
      'X-Service-Timestamp': known.timestamp,
      'X-Service-Nonce': known.nonce,
      'X-Service-Signature': vector.signature,
    })
  })
})
