// What the scripts around a start print, with stand-ins for npm, the compiler, the bundler and Vite.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const PACKAGES = ['epp', 'search', 'sdk', 'web', 'server', 'cli']
const project = path.resolve(import.meta.dirname, '..')

/** Writes a service that prints one line. */
const BUNDLER = `import { mkdirSync, writeFileSync } from 'node:fs'
mkdirSync(process.argv[2] + '/bundle')
writeFileSync(process.argv[2] + '/bundle/index.js', 'export const main = async () => console.log("started")')`

const COMPILER = `const { mkdirSync } = require('node:fs')
const outDir = process.argv[process.argv.indexOf('--outDir') + 1]
mkdirSync(outDir, { recursive: true })
console.log('output of the compiler')`

/** Installs that compiler, and a Vite that does nothing. */
const NPM = `const { cpSync, mkdirSync, writeFileSync } = require('node:fs')
mkdirSync('node_modules/typescript/bin', { recursive: true })
mkdirSync('node_modules/vite/bin', { recursive: true })
cpSync('compiler.cjs', 'node_modules/typescript/bin/tsc')
writeFileSync('node_modules/vite/bin/vite.js', '')
console.log('output of npm')`

let folder: string

function write(file: string, text: string): void {
  const target = path.join(folder, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, text)
}

function start() {
  const env = { ...process.env, npm_execpath: path.join(folder, 'npm.cjs') }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.mjs'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  return { status, stdout, stderr: stderr.split('\n').filter((line) => line !== 'output of the compiler') }
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'freehold-start-'))
  for (const name of ['install', 'build', 'start', 'packages/foreign-binaries'])
    cpSync(path.join(project, 'scripts', `${name}.mjs`), path.join(folder, 'scripts', `${name}.mjs`))
  write('npm.cjs', NPM)
  write('compiler.cjs', COMPILER)
  write('scripts/packages/bundle.mjs', BUNDLER)
  write('package.json', '{ "type": "module" }')
  write('package-lock.json', '{ "packages": { "node_modules/typescript": { "version": "1.0.0" } } }')
  write('tsconfig.base.json', '{}')
  for (const name of PACKAGES) write(`packages/${name}/src/index.ts`, '')
  for (const file of ['vite.config.ts', 'tsconfig.json']) write(`packages/web/${file}`, '')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('shows on stderr what a first start does, and nothing on later starts', () => {
  expect(start()).toEqual({
    status: 0,
    stdout: 'started\n',
    stderr: ['Installing dependencies…', 'output of npm', 'Building…', ''],
  })
  expect(start()).toEqual({ status: 0, stdout: 'started\n', stderr: [''] })
})

it('shows that a changed package is built', () => {
  utimesSync(path.join(folder, 'packages/search/src/index.ts'), new Date(), new Date(0))
  expect(start()).toEqual({ status: 0, stdout: 'started\n', stderr: ['Building…', ''] })
})
