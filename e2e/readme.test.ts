// What the README says is true: every command in it is run here, and every setting of the service is in its table.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp, finish, project, type Service, startService, usedFolder } from './process.ts'

const read = (file: string) => readFileSync(path.join(project, file), 'utf8')
const readme = read('README.md')
const commands = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.trim().split('\n'))

afterAll(cleanUp)

describe('the commands', () => {
  // As typed, in a shell, in the project; only the folder and the port are ours.
  let service: Service
  beforeAll(async () => {
    const [start = ''] = commands
    service = await startService({ DATA_DIR: await usedFolder() }, ['bash', '--norc', '-c', `exec ${start}`])
  })
  const type = (command: string) => finish(['bash', '--norc', '-c', command], { DATA_DIR: service.dataDir })

  it('are these, and each has its test below', () => {
    expect(commands).toEqual([
      'npm start',
      'npm test',
      `node scripts/signed-curl.mjs GET '/api/partner/v1/availability?domain=held.test'`,
      `node scripts/signed-curl.mjs GET '/api/partner/v1/availability?domain=held.test' --print | bash`,
    ])
  })

  it('npm start serves the API and its documentation', async () => {
    expect(service.output.stdout).toContain(`http://localhost:${service.port}/docs`)
    expect((await fetch(`http://localhost:${service.port}/docs`)).status).toBe(200)
    expect(await (await fetch(`${service.url}/openapi.json`)).json()).toEqual(JSON.parse(read('openapi.json')))
  })

  it('npm test runs the tests, prints the summary and passes its arguments on', async () => {
    const done = await type(`${commands[1]} -- --project rules packages/sdk/src/signing.test.ts`)
    expect(stripVTControlCharacters(done.stdout)).toMatch(/Test Files\s+1 passed/)
    expect(done.code).toBe(0)
  })

  it('npm test fails when a test does', async () => {
    const done = await type(`${commands[1]} -- --project rules no-such-file`)
    expect(done.code).not.toBe(0)
  })

  it('the signed request is answered as pasted', async () => {
    const done = await type(commands[2] ?? '')
    expect(done.stdout).toMatch(/^200 OK\n/)
    expect(done.stdout).toContain('"domain": "held.test"')
    expect(done.code).toBe(0)
  })

  it('the printed curl is answered as pasted', async () => {
    const done = await type(commands[3] ?? '')
    expect(JSON.parse(done.stdout)).toMatchObject({ domain: 'held.test' })
  })
})

describe('the text', () => {
  it('names every environment variable that the service reads, and no other', () => {
    const config = read('packages/server/src/config.ts')
    const known = new Set(
      [...config.matchAll(/\benv\.([A-Z_]+)|(?:env, |\[|required\(\s*)'([A-Z_]+)'/g)].map(
        ([, dot, quoted]) => dot ?? quoted,
      ),
    )
    const table = [...readme.matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) +\|/gm)].flatMap(
      ([, names = '']) => names.match(/[A-Z_]+/g) ?? [],
    )
    expect(known.size).toBeGreaterThan(15)
    expect(table.sort()).toEqual([...known].sort())
  })

  it('links to files that are there', () => {
    for (const document of ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'])
      for (const [, target = ''] of read(document).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g))
        expect(() => readFileSync(path.join(project, target)), `${document} → ${target}`).not.toThrow('ENOENT')
  })

  it('has the CI do what the README says', () => {
    expect(read('.ci/run')).toMatch(/^exec npm test$/m)
  })
})
