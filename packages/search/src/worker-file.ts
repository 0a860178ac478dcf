// Owns where the worker's code lies: beside this file once built; from TypeScript source it is bundled first.
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

let bundled: Promise<URL> | undefined

/** A file that a worker thread can load. */
export function workerFile(): Promise<URL> {
  if (!import.meta.url.endsWith('.ts')) return Promise.resolve(new URL('./worker.js', import.meta.url))
  bundled ??= bundleWorker()
  return bundled
}

/** Node 20 loads no TypeScript in a worker; esbuild, a development dependency, is there whenever the source is run. */
async function bundleWorker(): Promise<URL> {
  const { build } = await import('esbuild')
  // One folder below the package, as src and dist are, so that ../data is found; one file per process.
  const out = new URL(`../.cache/worker-${process.pid}.mjs`, import.meta.url)
  await build({
    entryPoints: [fileURLToPath(new URL('./worker.ts', import.meta.url))],
    outfile: fileURLToPath(out),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'error',
  })
  process.once('exit', () => rmSync(out, { force: true }))
  return out
}
