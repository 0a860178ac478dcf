// Loads the engine from its TypeScript source, bundled on the fly, so that a script always runs what is in src.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const CACHE = new URL('../.cache/', import.meta.url)

/** The module src/<entry>.ts. */
export async function loadSource(entry) {
  mkdirSync(CACHE, { recursive: true })
  const out = new URL(`script-${entry.replaceAll('/', '-')}-${process.pid}.mjs`, CACHE)
  await build({
    entryPoints: [fileURLToPath(new URL(`../src/${entry}.ts`, import.meta.url))],
    outfile: fileURLToPath(out),
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  })
  const module = await import(out.href)
  rmSync(out)
  return module
}

/** Puts names into a collection; their vectors are kept beside the build, so that a second run embeds nothing. */
export async function fill(engine, version, collection, listings) {
  const known = readVectors(version)
  const documents = listings.map(({ domain, price = 1000, categories = [], description }) => ({
    id: domain,
    domain,
    priceCents: price * 100,
    currency: 'USD',
    categories,
    ...(description === undefined ? {} : { description }),
    ...(known[domain] && !description ? { vector: Buffer.from(known[domain], 'base64') } : {}),
  }))
  const { embedded } = await engine.upsert(documents, collection)
  await engine.settle(collection)
  if (embedded.length === 0) return
  for (const { id, vector } of embedded) known[id] = Buffer.from(vector).toString('base64')
  writeFileSync(new URL(`vectors-${version}.json`, CACHE), JSON.stringify(known))
}

const read = new Map()

/** By domain, base64; what `fill` kept. */
export function readVectors(version) {
  if (!read.has(version)) read.set(version, readKept(version))
  return read.get(version)
}

function readKept(version) {
  try {
    return JSON.parse(readFileSync(new URL(`vectors-${version}.json`, CACHE), 'utf8'))
  } catch {
    // First run with this version of the text recipe.
    return {}
  }
}
