// What goes into the image runs as it does there: the same files put together by the same script, another user, a folder that
// nobody can write to. And what the dashboard and the alarms ask for is what that service tells.
import { chmodSync, chownSync, cpSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '../packages/server/test/ports.ts'
import { createDatabase } from '../packages/server/test/postgres.ts'
import { until } from '../packages/server/test/receiver.ts'
import { assemble } from '../scripts/assemble.mjs'
import { cleanUp, type Ended, type Env, finish, newFolder, project, type Running, run } from './process.ts'
import { isWhole } from './whole.ts'

/** Debian has no user of this number by default; what matters is that it owns nothing here. */
const STRANGER = 64_999
const isRoot = process.getuid?.() === 0
const TOKEN = 'the-token-of-metrics'

let image: string
let url: string
let port: number
let dataDir: string
let service: Running
let ended: Promise<Ended>

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    yield file
    if (entry.isDirectory()) yield* filesBelow(file)
  }
}

/** Root gives its rights up on the way, as a container does; whoever else runs the tests has few as it is. */
const asStranger = (command: readonly string[]): string[] =>
  isRoot
    ? [
        'setpriv',
        `--reuid=${STRANGER}`,
        `--regid=${STRANGER}`,
        '--clear-groups',
        '--inh-caps=-all',
        '--no-new-privs',
        ...command,
      ]
    : [...command]

const inImage = (file: string, ...args: string[]) => asStranger([process.execPath, path.join(image, file), ...args])

const environment = () => ({
  NODE_ENV: 'production',
  MAIL: 'off',
  BASE_URL: 'https://market.example',
  MASTER_KEY: Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 91 + 5) % 256)).toString('base64'),
  METRICS_TOKEN: TOKEN,
  DATA_DIR: dataDir,
  PORT: String(port),
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
  HOME: '/nonexistent',
  TMPDIR: dataDir,
  // Containers share their settings. This one concerns search processes only.
  SEARCH_LISTEN: '9',
  // The image brings its model.
  SEARCH_ENGINE: undefined,
})

beforeAll(async () => {
  image = path.join(newFolder(), 'app')
  chmodSync(path.dirname(image), 0o755)
  assemble(image)
  for (const file of [image, ...filesBelow(image)])
    if (!lstatSync(file).isSymbolicLink()) chmodSync(file, lstatSync(file).mode & 0o555)
  dataDir = newFolder()
  cpSync(inject('embeddedTemplate'), path.join(dataDir, 'database'), { recursive: true })
  if (isRoot) for (const file of [dataDir, ...filesBelow(dataDir)]) chownSync(file, STRANGER, STRANGER)
  port = await freePort()
  url = `http://127.0.0.1:${port}`
  service = run(inImage('start.mjs'), environment())
  ended = service.ended
  for (let tries = 0; tries < 600; tries++) {
    const response = await fetch(`${url}/readyz`).catch(() => null)
    if (response?.status === 200) return
    if (service.child.exitCode !== null) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`not ready: ${service.output.stdout}${service.output.stderr}`)
})
afterAll(async () => {
  for (const file of [image, ...filesBelow(image)]) if (lstatSync(file).isDirectory()) chmodSync(file, 0o755)
  await cleanUp()
})

/** To the end: an answer that is half read is a request under way, which a service that stops waits for. */
async function fetchStatus(page: string): Promise<number> {
  const response = await fetch(url + page)
  await response.arrayBuffer()
  return response.status
}

describe('what goes into the image', () => {
  it('is small, and has nothing of development', () => {
    const bytes = [...filesBelow(image)].reduce((sum, file) => sum + lstatSync(file).size, 0)
    expect(bytes / 1e6).toBeLessThan(180)
    const { devDependencies } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'))
    const present = new Set(readdirSync(path.join(image, 'node_modules')))
    expect(Object.keys(devDependencies).filter((name) => present.has(name))).toEqual([])
    expect([...filesBelow(image)].filter((file) => /\.[cm]?tsx?$/.test(file))).toEqual([])
  })

  it('has the fonts of documents, and none that only pages use', () => {
    const fonts = ['@fontsource', '@fontsource-variable'].flatMap((scope) =>
      readdirSync(path.join(image, 'node_modules', scope)),
    )
    const families = ['', '-arabic', '-hebrew', '-jp', '-kr', '-sc', '-thai'].map((name) => `noto-sans${name}`)
    expect(fonts.sort()).toEqual(families)
  })

  it('answers as another user who can write nothing but its data', async () => {
    for (const page of [
      '/',
      '/docs',
      '/docs/guides/signing',
      '/docs/vectors/signing.json',
      '/llms.txt',
      '/openapi.json',
    ])
      expect([page, await fetchStatus(page)]).toEqual([page, 200])
    const home = await (await fetch(url)).text()
    const assets = [...home.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, asset = '']) => asset)
    expect(assets.some((asset) => asset.endsWith('.woff2'))).toBe(true)
    for (const asset of assets) expect([asset, await fetchStatus(asset)]).toEqual([asset, 200])
    expect(await fetchStatus('/api/market/search?q=solar%20panels')).toBe(200)
  })

  it('says that it lives, without any tool of the system', async () => {
    const check = (env: Env) => finish(inImage('healthcheck.mjs'), env)
    expect(await check(environment())).toMatchObject({ code: 0, stderr: '' })
    // Where nothing has started.
    const elsewhere = { PORT: String(await freePort()), TMPDIR: newFolder() }
    expect(await check(elsewhere)).toMatchObject({ code: 1, stderr: '' })
  })
})

describe('the dashboard and the alarms', () => {
  const dashboard = readFileSync(path.join(project, 'deploy/grafana/freehold.json'), 'utf8')
  const alerts = readFileSync(path.join(project, 'deploy/prometheus/alerts.yaml'), 'utf8')
  const expressions = [
    ...JSON.parse(dashboard).panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
      targets.map(({ expr }) => expr),
    ),
    ...parse(alerts).groups.flatMap(({ rules }: { rules: { expr: string }[] }) => rules.map(({ expr }) => expr)),
  ] as string[]

  it('ask for numbers that the service tells, by labels that they have', async () => {
    expect(await fetchStatus('/metrics')).toBe(401)
    const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    const text = await response.text()
    const told = new Set(
      [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    )
    const named = new Set(expressions.flatMap((expression) => expression.match(/\bfreehold_\w+/g) ?? []))
    expect(named.size).toBeGreaterThan(20)
    expect([...named].filter((name) => !told.has(name))).toEqual([])
    const source = readFileSync(path.join(project, 'packages/server/src/http/metrics.ts'), 'utf8')
    const labels = new Set(
      [...source.matchAll(/labelNames: \[([^\]]+)\]/g)].flatMap(([, list = '']) => list.match(/\w+/g)),
    )
    const used = expressions.flatMap((expression) => [
      ...[...expression.matchAll(/\bby \(([^)]+)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/)),
      ...[...expression.matchAll(/[{,](\w+)!?=~?"/g)].map(([, name = '']) => name),
    ])
    expect(used.filter((label) => !['le', 'instance'].includes(label) && !labels.has(label))).toEqual([])
  })
})

describe('its other commands', () => {
  it('migrate a database, and work on it beside the service, telling how they are', async () => {
    const DATABASE_URL = await createDatabase(
      inject('postgresUrl'),
      `freehold_image_${process.pid}`,
      isWhole ? undefined : 'freehold_template',
    )
    const folder = newFolder()
    if (isRoot) chownSync(folder, STRANGER, STRANGER)
    const WORKER_PORT = String(await freePort())
    const env = { ...environment(), DATABASE_URL, DATA_DIR: folder, TMPDIR: folder, WORKER_PORT }
    expect(await finish(inImage('start.mjs', 'migrate'), env)).toMatchObject({ code: 0, stderr: '' })
    const worker = run(inImage('start.mjs', 'worker'), env)
    await until('the worker is ready', () => worker.output.stdout.includes('worker is ready'))
    expect(await finish(inImage('healthcheck.mjs'), env)).toMatchObject({ code: 0, stderr: '' })
    const ask = (at: string) =>
      fetch(`http://127.0.0.1:${WORKER_PORT}${at}`, { headers: { authorization: `Bearer ${TOKEN}` } })
    expect(await (await ask('/readyz')).json()).toEqual({ status: 'ready' })
    expect(await (await ask('/metrics')).text()).toContain('freehold_webhook_deliveries_waiting 0')
    expect((await ask('/api/partner/v1/me')).status).toBe(404)
    expect(getPriority(worker.child.pid)).toBe(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
    worker.child.kill('SIGTERM')
    expect(await worker.ended).toMatchObject({ code: 0, signal: null, stderr: '' })
    if (!isWhole) return
    // Where no port of its own is set it has that of the service, in a container that it has to itself.
    const alone = { ...env, PORT: WORKER_PORT, WORKER_PORT: undefined }
    const second = run(inImage('start.mjs', 'worker'), alone)
    await until('the second worker is ready', () => second.output.stdout.includes('worker is ready'))
    expect(await finish(inImage('healthcheck.mjs'), alone)).toMatchObject({ code: 0, stderr: '' })
    second.child.kill('SIGTERM')
    expect(await second.ended).toMatchObject({ code: 0, signal: null, stderr: '' })
  })
})

it('drains and exits 0 when it is told to stop, and has changed nothing', async () => {
  service.child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' })
  const changed = [...filesBelow(image)].filter(
    (file) => lstatSync(file).mode & 0o222 && !lstatSync(file).isSymbolicLink(),
  )
  expect(changed).toEqual([])
})
