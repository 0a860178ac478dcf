// `node scripts/packages/bundle.mjs FOLDER`: joins the compiled server and the packages it uses into a few files, in FOLDER/bundle.
// Node reads 800 small modules and their source maps in twice the time. Packages from npm stay where they are.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

const compiled = path.resolve(process.argv[2] ?? '')
const outdir = path.join(compiled, 'bundle')

const oursOnly = {
  name: 'ours only',
  setup(building) {
    building.onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
      kind === 'entry-point' || name.startsWith('@freehold/') ? undefined : { path: name, external: true },
    )
    // Files beside a module (SQL, data, the code of a thread) are found from where the module was compiled.
    building.onLoad({ filter: /\.js$/ }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8')
      if (!text.includes('import.meta.url')) return undefined
      const home = JSON.stringify(path.relative(outdir, file).split(path.sep).join('/'))
      const contents = text.replaceAll('import.meta.url', `new URL(${home}, import.meta.url).href`)
      return { contents, loader: 'js', resolveDir: path.dirname(file) }
    })
  },
}

await build({
  entryPoints: [path.join(compiled, 'index.js')],
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
  plugins: [oursOnly],
})
