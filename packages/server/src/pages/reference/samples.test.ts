// The samples of the reference are code that runs: the shell, the TypeScript compiler and the Python parser accept all of them.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { readWholeDocument } from '../../../../../scripts/api/openapi-documents.mjs'
import { type OpenApi, readAreas } from './document.ts'
import { buildSamples } from './samples.ts'

const project = fileURLToPath(new URL('../../../../../', import.meta.url))
const document = readWholeDocument() as unknown as OpenApi
// Beside the SDK, so that it is found.
const folder = mkdtempSync(path.join(project, 'packages/sdk/dist.0.samples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const endpoints = readAreas(document).flatMap(({ resources }) => resources.flatMap((one) => one.endpoints))
const samples = (language: string) =>
  endpoints.flatMap((endpoint) =>
    buildSamples(document, endpoint, 'http://localhost:8080')
      .filter((one) => one.language === language)
      .map(({ code }) => ({ id: endpoint.operation.operationId, code })),
  )

const COMPILER = {
  extends: '../../../tsconfig.base.json',
  compilerOptions: {
    noEmit: true,
    // A setting of the environment may be missing; a sample does not show what to do then.
    strictNullChecks: false,
    exactOptionalPropertyTypes: false,
    noUnusedLocals: false,
    lib: ['es2024', 'dom'],
    types: ['node'],
    customConditions: ['freehold-source'],
  },
  include: ['*.ts'],
}

describe('a sample of the reference', () => {
  it('in curl is valid shell', () => {
    const script = samples('curl').map(({ id, code }) => `# ${id}\n${code}\n`)
    expect(spawnSync('bash', ['--norc', '-n'], { input: script.join('\n'), encoding: 'utf8' }).stderr).toBe('')
  })

  it('in TypeScript compiles with the types of the SDK', () => {
    for (const { id, code } of samples('TypeScript'))
      writeFileSync(path.join(folder, `${id}.ts`), `${code}\nexport {}\n`)
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(COMPILER))
    const tsc = path.join(project, 'node_modules/typescript/bin/tsc')
    const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
    expect(stdout).toBe('')
    expect(status).toBe(0)
  })

  const hasPython = spawnSync('python3', ['--version']).status === 0
  it.runIf(hasPython)('in Python can be parsed', () => {
    const file = path.join(folder, 'samples.json')
    writeFileSync(file, JSON.stringify(samples('Python')))
    const script = 'import ast, json, sys\nfor one in json.load(open(sys.argv[1])): ast.parse(one["code"], one["id"])'
    expect(execFileSync('python3', ['-c', script, file], { encoding: 'utf8' })).toBe('')
  })
})
