// Runs every command in the README, and checks links and the settings reference against the sources.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp, finish, project, type Service, startService, usedFolder } from './process.ts'

const read = (file: string) => readFileSync(path.join(project, file), 'utf8')
const readme = read('README.md')
const PAGES = readdirSync(path.join(project, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => path.join('docs', name))
const commands = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.trim().split('\n'))

afterAll(cleanUp)

describe('the commands', () => {
  // As typed, in a shell in the repository. Only the data folder and the port differ.
  let service: Service
  beforeAll(async () => {
    const [start = ''] = commands
    service = await startService({ DATA_DIR: await usedFolder() }, ['bash', '--norc', '-c', `exec ${start}`])
  })
  const type = (command: string) => finish(['bash', '--norc', '-c', command], { DATA_DIR: service.dataDir })

  it('are these, each tested below', () => {
    expect(commands).toEqual([
      'npm start',
      'npm test',
      `node scripts/signed-curl.mjs GET '/api/partner/v1/availability?domain=quickwheels.com'`,
      `node scripts/signed-curl.mjs GET '/api/partner/v1/availability?domain=quickwheels.com' --print | bash`,
    ])
  })

  it('npm start serves the API and its documentation', async () => {
    expect(service.output.stdout).toContain(`http://localhost:${service.port}/docs`)
    expect((await fetch(`http://localhost:${service.port}/docs`)).status).toBe(200)
    // Only the URL of the service differs from the committed document.
    const base = `http://localhost:${service.port}`
    for (const file of ['openapi.json', 'openapi-operator.json']) {
      const committed = JSON.parse(read(file).replaceAll('http://127.0.0.1:8080', base))
      const served = (await (await fetch(`${service.url}/${file}`)).json()) as { servers: { url: string }[] }
      expect(served.servers.map(({ url }) => url)).toEqual([base])
      expect(served).toEqual({ ...committed, servers: served.servers })
    }
  })

  it('npm test runs the tests, prints a summary and forwards its arguments', async () => {
    const done = await type(`${commands[1]} -- --project rules packages/sdk/src/signing.test.ts`)
    expect(stripVTControlCharacters(done.stdout)).toMatch(/Test Files\s+1 passed/)
    expect(done.code).toBe(0)
  })

  it('npm test fails when a test does', async () => {
    const done = await type(`${commands[1]} -- --project rules no-such-file`)
    expect(done.code).not.toBe(0)
  })

  it('the signed request succeeds as pasted', async () => {
    const done = await type(commands[2] ?? '')
    expect(done.stderr).toMatch(/^200 OK\n/)
    expect(JSON.parse(done.stdout)).toMatchObject({ domain: 'quickwheels.com', available: true })
    expect(done.code).toBe(0)
  })

  it('the printed curl command succeeds as pasted', async () => {
    const done = await type(commands[3] ?? '')
    expect(JSON.parse(done.stdout)).toMatchObject({ domain: 'quickwheels.com', available: true })
  })
})

describe('the documents', () => {
  it('docs/settings.md lists every environment variable that the service reads, and no other', () => {
    const config = [
      'config',
      'kernel/settings/catalog',
      'kernel/settings/database',
      'kernel/settings/delivery',
      'kernel/settings/epp',
      'kernel/settings/mail',
      'kernel/settings/retention',
      'kernel/settings/search',
      'kernel/settings/sellers',
      'kernel/settings/stripe',
      'kernel/settings/site',
      'kernel/settings/sso',
      'kernel/settings/workers',
    ]
      .map((name) => read(`packages/server/src/${name}.ts`))
      .join('\n')
    const known = new Set(
      [...config.matchAll(/\benv\.([A-Z_]+)|(?:, |\[|required\(\s*)'([A-Z_]+)'/g)].map(
        ([, dot, quoted]) => dot ?? quoted,
      ),
    )
    const table = [...read('docs/settings.md').matchAll(/^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) +\|/gm)].flatMap(
      ([, names = '']) => names.match(/[A-Z_]+/g) ?? [],
    )
    expect(known.size).toBeGreaterThan(15)
    expect(table.sort()).toEqual([...known].sort())
  })

  it('link to files that exist', () => {
    for (const document of ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', ...PAGES])
      for (const [, target = ''] of read(document).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)) {
        const file = path.join(project, path.dirname(document), target)
        expect(existsSync(file), `${document} → ${target}`).toBe(true)
      }
  })

  it('agree with the CI, which runs npm test first', () => {
    expect(/^npm .*/m.exec(read('.ci/run'))?.[0]).toMatch(/^npm test /)
  })
})
