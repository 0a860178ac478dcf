// The files that Vite built, by the names under which they are served. Read once, when the service starts.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type CriticalCss, createPicker, parseSheet, withSource } from './critical-css.ts'
import type { PageKind } from './pages/pages.ts'

export const CLIENT_FOLDER = fileURLToPath(new URL('../dist/client/', import.meta.url))

type Chunk = { file: string; css?: string[]; imports?: string[] }
type Manifest = Record<string, Chunk>

export type PageAssets = { styles: string[]; scripts: string[]; preloads: string[]; fonts: string[] }

const ENTRIES: Record<PageKind, string> = {
  hosted: 'entries/enhance.ts',
  public: 'entries/public.tsx',
  app: 'entries/app.tsx',
}

let manifest: Manifest | undefined

function readManifest(): Manifest {
  const file = `${CLIENT_FOLDER}manifest.json`
  // Without a build the pages still work as plain documents: tests from source see them so.
  manifest ??= existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {}
  return manifest
}

const href = (file: string): string => `/assets/${file}`

/** A chunk and everything that it imports at once. */
function withImports(all: Manifest, key: string, seen = new Set<string>()): string[] {
  const chunk = all[key]
  if (!chunk || seen.has(key)) return []
  seen.add(key)
  return [chunk.file, ...(chunk.imports ?? []).flatMap((next) => withImports(all, next, seen))]
}

/** `source` is the page's own file, which the browser would otherwise ask for only after the entry. */
export function assetsFor(kind: PageKind, source: string | null): PageAssets {
  const all = readManifest()
  const entry = all[ENTRIES[kind]]
  const chunks = [...withImports(all, ENTRIES[kind]), ...(source ? withImports(all, source) : [])]
  const fonts = Object.values(all).filter(({ file }) => /^(?:inter|fraunces)-text-.*\.woff2$/.test(file))
  return {
    styles: (all['entries/styles.ts']?.css ?? []).map(href),
    scripts: entry ? [href(entry.file)] : [],
    preloads: [...new Set(chunks)].filter((file) => file !== entry?.file).map(href),
    fonts: fonts.map(({ file }) => href(file)),
  }
}

const readFiles = (files: readonly string[]): string =>
  files.map((file) => readFileSync(CLIENT_FOLDER + file, 'utf8').trim()).join('')

/** `fonts` are the rules of all fonts. `pick` adds those of the style sheet that a text of HTML needs. */
export type PageStyles = { fonts: CriticalCss; pick: (html: string) => CriticalCss }
let styles: PageStyles | undefined

export function readStyles(): PageStyles {
  if (styles) return styles
  const all = readManifest()
  const fonts = readFiles(all['entries/fonts.ts']?.css ?? [])
  const sheet = parseSheet(readFiles(all['entries/styles.ts']?.css ?? []))
  styles = { fonts: withSource(fonts), pick: createPicker(fonts, sheet) }
  return styles
}
