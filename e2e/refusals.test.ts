// A start that cannot go on says why in one line, and ends with an error.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../packages/server/test/ports.ts'
import { type OneProcess, openOneProcess } from './one-process.ts'
import { cleanUp, type Ended, type Env, finish, newFolder, START, startService, usedFolder } from './process.ts'

let one: OneProcess
beforeAll(() => {
  one = openOneProcess()
})
afterAll(async () => {
  one.stop()
  await cleanUp()
})

/** As a person starts it. */
const refuse = async (env: Env, ...args: string[]): Promise<Ended> =>
  finish([...START, ...args], { LOG_LEVEL: 'warn', PORT: String(await freePort()), ...env })

/** One line, from us, without a stack trace. */
function expectOneLine(ended: Omit<Ended, 'signal'>, says: RegExp): void {
  expect(ended.stderr).toMatch(/^freehold: [^\n]+\n$/)
  expect(ended.stderr).toMatch(says)
  expect(ended.stderr).not.toMatch(/\n\s+at |Error:/)
  expect(ended.stdout).toBe('')
  expect(ended.code).toBe(1)
}

it('a port in use', async () => {
  const other = net.createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as net.AddressInfo
  try {
    expectOneLine(
      await refuse({ PORT: String(port), DATA_DIR: newFolder() }),
      new RegExp(`Port ${port} .*is already in use`),
    )
  } finally {
    other.close()
  }
})

/** What else a setting may not be: packages/server/src/config.test.ts. */
it('an invalid setting', async () => {
  expectOneLine(await refuse({ PORT: 'http', DATA_DIR: newFolder() }), /PORT must be an integer/)
})

it('a host that is not an IP address', async () => {
  const env = { DATA_DIR: newFolder(), HOST: 'no.such.host.invalid', ALLOW_INSECURE_HOST: '1' }
  expectOneLine(await one.run(env), /HOST=no\.such\.host\.invalid is not an IP address/)
})

it('an unknown command', async () => {
  expectOneLine(await one.run({ DATA_DIR: newFolder() }, 'sevre'), /Unknown command "sevre"/)
})

it('a file in place of the data folder', async () => {
  const file = path.join(newFolder(), 'data')
  writeFileSync(file, '')
  expectOneLine(await one.run({ DATA_DIR: file }), /Cannot use the data folder/)
})

it('a data folder that cannot be created', async () => {
  const file = path.join(newFolder(), 'file')
  writeFileSync(file, '')
  expectOneLine(await one.run({ DATA_DIR: path.join(file, 'data') }), /Cannot use the data folder/)
})

it('a data folder without write permission', async () => {
  const folder = newFolder()
  chmodSync(folder, 0o500)
  // Root may write everywhere; what stops root as well is a folder in the place of a file.
  if (process.getuid?.() === 0) mkdirSync(path.join(folder, '.writable'))
  expectOneLine(await one.run({ DATA_DIR: folder }), /Cannot use the data folder/)
})

it('a database folder that is not a database', async () => {
  const folder = newFolder()
  writeFileSync(path.join(folder, 'database'), 'not a folder')
  expectOneLine(await one.run({ DATA_DIR: folder }), /database/)
})

it('a second process on the same data folder, while the first goes on', async () => {
  const first = await startService({ DATA_DIR: await usedFolder() })
  expectOneLine(await one.run({ DATA_DIR: first.dataDir }), /The data folder .* is in use by another process/)
  expectOneLine(
    await one.run({ DATA_DIR: first.dataDir }, 'migrate'),
    /The data folder .* is in use by another process/,
  )
  expect(await first.sdk().get('/api/partner/v1/me')).toMatchObject({ environment: 'sandbox' })
  expect(await first.stop()).toMatchObject({ code: 0 })
})

it('production without its secrets', async () => {
  const production = { NODE_ENV: 'production', BASE_URL: 'https://market.example', REGISTRY: undefined }
  expectOneLine(await one.run({ ...production, DATA_DIR: newFolder() }), /MASTER_KEY is required in production/)
})

it('an unavailable PostgreSQL', async () => {
  const port = await freePort()
  const url = `postgres://freehold:secret-word@127.0.0.1:${port}/freehold`
  for (const command of [[], ['migrate']]) {
    const ended = await one.run({ DATABASE_URL: url, DATA_DIR: newFolder() }, ...command)
    expectOneLine(ended, new RegExp(`127\\.0\\.0\\.1:${port}`))
    expect(ended.stderr).not.toContain('secret-word')
  }
})
