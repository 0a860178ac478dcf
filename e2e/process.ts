// Starts the service the way a person does, as a process of its own on a free port and in a new folder, and talks to it.
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Freehold } from '../packages/sdk/src/index.ts'
import { freePort } from '../packages/server/test/ports.ts'
import { createDatabase } from '../packages/server/test/postgres.ts'

export const project = fileURLToPath(new URL('..', import.meta.url))
export const START = [process.execPath, 'scripts/start.mjs'] as const

// Patient: a busy machine is slow, and only a hang fails.
const READY_SECONDS = 180
const END_SECONDS = 240
const DRAIN_SECONDS = '200'

export type Credentials = {
  base_url: string
  partner: { partner_id: string; key_id: string; secret: string }
  operator: { email: string; password: string; token: string }
  user: { email: string; password: string }
  portal: { email: string; password: string }
}

export type Ended = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }

export type Running = {
  child: ChildProcess
  /** Settles when the process is gone and its output is complete. */
  ended: Promise<Ended>
  output: { stdout: string; stderr: string }
}

/** A variable set to undefined is not passed on. */
export type Env = Record<string, string | undefined>

const running = new Set<ChildProcess>()
const folders: string[] = []

/** For afterAll: no test leaves a process or a folder behind, however it ended. */
export async function cleanUp(): Promise<void> {
  await Promise.all(
    [...running].map((child) => {
      const gone = new Promise((resolve) => child.once('close', resolve))
      // The whole group: npm's child would outlive npm.
      process.kill(-(child.pid ?? 0), 'SIGKILL')
      return gone
    }),
  )
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'freehold-e2e-'))
  folders.push(folder)
  return folder
}

/** The settings of the tests themselves must not reach the service. Loading the language model takes longer than most tests. */
export function toEnvironment(extra: Env): NodeJS.ProcessEnv {
  const own =
    /^(NODE_ENV|VITEST.*|TEST.*|DATABASE_.*|ADMISSION_.*|SEARCH_.*|RATE_.*|PORT|HOST|ALLOW_INSECURE_HOST|CONNECTIONS_PER_ADDRESS|BASE_URL|DATA_DIR|MASTER_KEY|MAIL(_.*)?|EPP_.*|FREEHOLD_.*|DEV|PROD|MODE|SSR)$/
  const inherited = Object.entries(process.env).filter(([name]) => !own.test(name))
  return { ...Object.fromEntries(inherited), REGISTRY: 'simulated', SEARCH_ENGINE: 'keyword', DRAIN_SECONDS, ...extra }
}

export function run(command: readonly string[], env: Env, options: { input?: string } = {}): Running {
  const [file = '', ...args] = command
  const child = spawn(file, args, { cwd: project, env: toEnvironment(env), stdio: 'pipe', detached: true })
  const output = { stdout: '', stderr: '' }
  running.add(child)
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk
  })
  child.stdin.on('error', () => {})
  child.stdin.end(options.input ?? '')
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      running.delete(child)
      resolve({ code, signal, ...output })
    })
  })
  return { child, ended, output }
}

/** Runs a command to its end; one that does not end is killed and shows by its signal. */
export async function finish(command: readonly string[], env: Env, options: { input?: string } = {}): Promise<Ended> {
  const started = run(command, env, options)
  const timer = setTimeout(() => started.child.kill('SIGKILL'), END_SECONDS * 1000)
  return started.ended.finally(() => clearTimeout(timer))
}

export type Service = Running & {
  url: string
  port: number
  dataDir: string
  readySeconds: number
  credentials(): Credentials
  sdk(): Freehold
  stop(signal?: NodeJS.Signals): Promise<Ended>
}

export async function startService(
  env: Env & { DATA_DIR?: string } = {},
  command: readonly string[] = START,
): Promise<Service> {
  const port = env.PORT === undefined ? await freePort() : Number(env.PORT)
  const dataDir = env.DATA_DIR ?? newFolder()
  const url = `http://127.0.0.1:${port}`
  const begun = performance.now()
  const service = run(command, { LOG_LEVEL: 'warn', ...env, PORT: String(port), DATA_DIR: dataDir })
  await isReady(service, url)
  const credentials = () => JSON.parse(readFileSync(path.join(dataDir, 'credentials.json'), 'utf8')) as Credentials
  return {
    ...service,
    url,
    port,
    dataDir,
    readySeconds: (performance.now() - begun) / 1000,
    credentials,
    sdk: () => {
      const { key_id: keyId, secret } = credentials().partner
      return new Freehold({ baseUrl: url, keyId, secret })
    },
    stop: (signal = 'SIGTERM') => {
      service.child.kill(signal)
      return service.ended
    },
  }
}

/** For what outlives a file of tests and its worker: it goes with the whole run. */
export const lastingFolder = (purpose: string): string =>
  mkdtempSync(path.join(process.env.FREEHOLD_TEST_FOLDER ?? tmpdir(), `freehold-e2e-${purpose}-`))

/** Where there is no run of tests, it goes with the process. */
function getProcessFolder(): string {
  const folder = lastingFolder('alone')
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const MAKE_SECONDS = 280

/** What only one worker makes and all of them copy; whoever comes while it is made waits. */
export async function onceARun<T>(purpose: string, make: () => Promise<T>): Promise<T> {
  const place = path.join(process.env.FREEHOLD_TEST_FOLDER ?? getProcessFolder(), `once-${purpose}`)
  const done = path.join(place, 'made.json')
  try {
    mkdirSync(place)
  } catch {
    for (let waited = 0; !existsSync(done); waited += 100) {
      if (waited > MAKE_SECONDS * 1000) throw new Error(`${purpose}: another worker did not finish making it`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return JSON.parse(readFileSync(done, 'utf8')) as T
  }
  const made = await make().catch((error: unknown) => {
    // The next who needs it tries again.
    rmSync(place, { recursive: true, force: true })
    throw error
  })
  writeFileSync(`${done}.new`, JSON.stringify(made))
  renameSync(`${done}.new`, done)
  return made
}

/** Started once and stopped: most tests need no first start of their own. */
async function fill(folder: string, env: Env): Promise<string> {
  const service = await startService({ ...env, DATA_DIR: folder })
  await service.stop()
  return folder
}

/** For one file of tests to change as it likes. */
export function copyFolder(lasting: string): string {
  const folder = newFolder()
  cpSync(lasting, folder, { recursive: true })
  return folder
}

/** A run of tests has made one of each database for its API tests: what a service finds there it need not create. */
const hasTemplates = (): boolean => process.env.FREEHOLD_TEST_FOLDER !== undefined

export const fillFolder = (): Promise<string> =>
  onceARun('folder', () => {
    const folder = lastingFolder('folder')
    const template = path.join(process.env.FREEHOLD_TEST_FOLDER ?? '', 'template')
    if (hasTemplates()) cpSync(template, path.join(folder, 'database'), { recursive: true })
    return fill(folder, {})
  })

const FILLED = 'freehold_e2e_filled'

export const fillDatabase = (server: string): Promise<string> =>
  onceARun('database', async () => {
    const DATABASE_URL = await createDatabase(server, FILLED, hasTemplates() ? 'freehold_template' : undefined)
    return fill(lastingFolder('database'), { DATABASE_URL })
  })

/** A folder on whose embedded database the service has run before. */
export const usedFolder = async (): Promise<string> => copyFolder(await fillFolder())

let databases = 0

/** A PostgreSQL database on which the service has run before, and the folder that has its credentials. */
export async function usedDatabase(server: string): Promise<{ DATA_DIR: string; DATABASE_URL: string }> {
  const filled = await fillDatabase(server)
  const name = `freehold_e2e_used_${process.pid}_${databases++}`
  return { DATA_DIR: copyFolder(filled), DATABASE_URL: await createDatabase(server, name, FILLED) }
}

/** Ready when it says so: the line comes after the port is open. */
async function isReady(service: Running, url: string): Promise<void> {
  let ended: Ended | undefined
  void service.ended.then((end) => {
    ended = end
  })
  for (let waited = 0; waited < READY_SECONDS * 1000; waited += 50) {
    if (ended) throw new Error(`the service ended with ${ended.code ?? ended.signal}:\n${ended.stdout}${ended.stderr}`)
    if (service.output.stdout.includes('is ready at')) {
      const response = await fetch(`${url}/readyz`)
      if (response.status === 200) return
      throw new Error(`/readyz answers ${response.status}: ${await response.text()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`not ready after ${READY_SECONDS} s:\n${service.output.stdout}${service.output.stderr}`)
}
