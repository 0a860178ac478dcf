// Lets a bench run the service from its sources: `node --import ./bench/orders/typescript.mjs -C freehold-source …`.
import { readFile } from 'node:fs/promises'
import { register } from 'node:module'
import { isMainThread } from 'node:worker_threads'

/** Types are erased and nothing else: the same JavaScript that the build makes. */
export async function load(url, context, next) {
  const [, loader] = /\.(tsx?)$/.exec(url) ?? []
  if (!url.startsWith('file:') || loader === undefined) return next(url, context)
  const { transform } = await import('esbuild')
  const source = await readFile(new URL(url), 'utf8')
  const { code } = await transform(source, { loader, format: 'esm', target: 'es2023', jsx: 'automatic' })
  return { format: 'module', source: code, shortCircuit: true }
}

if (isMainThread) register(import.meta.url)
