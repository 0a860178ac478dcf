// `node scripts/assemble.mjs FOLDER`: what a running service needs, and nothing else: its compiled packages, their data, and of
// node_modules what production uses on this platform. The Dockerfile runs it, and so does its test.
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './install.mjs'
import { isForeignBinary } from './packages/foreign-binaries.mjs'
import { productionPackages } from './packages/production-packages.mjs'
import { createSbom } from './packages/sbom.mjs'

/** Packages of ours, and what the service reads beside their code. */
const PACKAGES = {
  server: ['migrations', 'sql-code.json', 'data', 'assets'],
  search: ['data', 'model'],
  epp: [],
  sdk: [],
  web: [],
}
const DOCS = ['glossary.md', 'settings.md', 'guides', 'snippets', 'vectors', 'collection']
const FILES = ['package.json', 'LICENSE', ...DOCS.map((name) => `docs/${name}`)]
const FROM_DEPLOY = ['start.mjs', 'healthcheck.mjs', 'health-target.mjs']

/** The build puts their files into the pages' bundle. The other fonts are for documents, which are made while the service runs. */
const BUNDLED = ['node_modules/@fontsource-variable/inter', 'node_modules/@fontsource/fraunces']
/**
 * Types, sources, maps and tests of others, their builds for browsers, fonts in a second format, and grades and inventories to measure
 * search with: nothing of it is read.
 */
const UNREAD = [
  /\.[cm]?tsx?$/,
  /\.d\.[cm]?ts\.map$/,
  /^node_modules\/.*\.map$/,
  /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/(test|\.github|\.yarn)$/,
  /^node_modules\/@fontsource\/.*\.woff2$/,
  /^node_modules\/pdfkit\/js\/pdfkit\.(browser|standalone)[^/]*$/,
  /^node_modules\/react-dom\/cjs\/react-dom-profiling\.[^/]*$/,
  /^packages\/search\/data\/(baseline|graded|inventory|queries|recorded|search-dev)/,
]

const isWanted = (file) => !UNREAD.some((pattern) => pattern.test(file)) && !isForeignBinary(file)

/** A build for another platform is listed, and not there. */
const installedPackages = () =>
  productionPackages()
    .map(({ where }) => where)
    .filter((where) => !BUNDLED.includes(where) && existsSync(path.join(root, where)))

export function assemble(target) {
  const copy = (from, to = from) =>
    cpSync(path.join(root, from), path.join(target, to), {
      recursive: true,
      filter: (source) => {
        const file = path.relative(root, source).split(path.sep).join('/')
        // Packages inside a package are listed by themselves.
        return isWanted(file) && !file.slice(from.length).includes('/node_modules')
      },
    })
  mkdirSync(path.join(target, 'node_modules', '@freehold'), { recursive: true })
  for (const file of FILES) copy(file)
  for (const file of FROM_DEPLOY) copy(`deploy/docker/${file}`, file)
  for (const [name, folders] of Object.entries(PACKAGES)) {
    for (const part of ['package.json', 'dist', ...folders]) copy(`packages/${name}/${part}`)
    symlinkSync(path.join('..', '..', 'packages', name), path.join(target, 'node_modules', '@freehold', name))
  }
  for (const where of installedPackages()) copy(where)
  writeFileSync(path.join(target, 'sbom.cdx.json'), JSON.stringify(createSbom()))
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [target] = process.argv.slice(2)
  if (!target) {
    console.error('usage: node scripts/assemble.mjs FOLDER')
    process.exit(1)
  }
  assemble(path.resolve(target))
}
