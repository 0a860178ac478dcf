// `registry-simulator`: an EPP registry on this machine, for people who try deliveries and for tests of a whole service.
import { X509Certificate } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  type Certificate,
  type CommandRecord,
  createCertificate,
  createRandomFaults,
  fileStore,
  type Simulator,
  startSimulator,
} from '@freehold/epp/simulator'
import { type Config, ConfigError } from '../config.ts'
import { systemClock } from '../kernel/clock.ts'
import { readSimulatorArguments, type SimulatorArguments, USAGE } from './registry-simulator-arguments.ts'

/** A contact that every client of the simulator can use. */
const CONTACT = 'FREEHOLD-1'
const CERTIFICATE_DAYS = 3650
const DAY_MS = 24 * 3600 * 1000

/** The same certificate after a restart, so that a running service still trusts it. */
function keepCertificate(folder: string, now: Date): Certificate & { file: string } {
  const [file, keyFile] = ['certificate.pem', 'key.pem'].map((name) => path.join(folder, name)) as [string, string]
  if (existsSync(file) && existsSync(keyFile)) {
    const kept = { file, cert: readFileSync(file, 'utf8'), key: readFileSync(keyFile, 'utf8') }
    if (new Date(new X509Certificate(kept.cert).validTo).getTime() > now.getTime() + DAY_MS) return kept
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const made = createCertificate(now, CERTIFICATE_DAYS)
  writeFileSync(keyFile, made.key, { mode: 0o600 })
  writeFileSync(file, made.cert)
  return { file, ...made }
}

/** Domains and the contact, unless the state file has them. */
function addObjects({ registry }: Simulator, { clients, domains }: SimulatorArguments): void {
  const [first = ''] = Object.keys(clients)
  const postal = {
    type: 'int' as const,
    name: 'Domain Registrant',
    organization: null,
    street: ['1 Example Street'],
    city: 'Example',
    state: null,
    postalCode: null,
    country: 'US',
  }
  const details = { id: CONTACT, postal: [postal], voice: null, fax: null, email: 'domains@freehold.example' }
  registry.execute(first, {
    action: 'create',
    object: 'contact',
    contact: { ...details, disclose: null },
    authCode: 'simulated',
  })
  for (const { name, client, authCode } of domains) {
    const answer = registry.execute(client, {
      action: 'create',
      object: 'domain',
      name,
      period: { value: 1, unit: 'y' },
      nameservers: null,
      registrant: null,
      contacts: [],
      authCode,
      secDns: null,
    })
    if (answer.code >= 2000 && answer.code !== 2302) throw new ConfigError(`--domain ${name}: ${answer.reason}`)
  }
}

const describe = ({ at, client, action, object, clientTransaction, code, fault }: CommandRecord): string =>
  [at, client ?? '-', action, object ?? '-', clientTransaction ?? '-', code, fault ? `fault ${fault}` : '']
    .join(' ')
    .trim()

function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Starts the simulator and returns the lines that say how to use it. Exported for tests. */
export async function startFromArguments(
  dataDir: string,
  wanted: SimulatorArguments,
  onCommand: (entry: CommandRecord) => void,
): Promise<{ simulator: Simulator; lines: string[] }> {
  const certificate = keepCertificate(path.join(dataDir, 'registry-simulator'), systemClock.now())
  const { host, port, clients, log, state, faults, seed } = wanted
  const simulator = await startSimulator({
    host,
    port,
    clients,
    certificate,
    now: () => systemClock.now(),
    sessionsPerClient: wanted.sessions,
    transferSeconds: wanted.transferSeconds,
    nameservers: wanted.nameservers,
    slowMs: wanted.slowMs,
    faults: createRandomFaults(faults, createRandom(seed)),
    ...(state === null ? {} : { store: fileStore(state) }),
    onCommand(entry) {
      if (log !== null) appendFileSync(log, `${JSON.stringify(entry)}\n`, { mode: 0o600 })
      onCommand(entry)
    },
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new ConfigError(`Port ${port} on ${host} is already in use. Use --port with another port.`)
    if (error instanceof SyntaxError) throw new ConfigError(`--state ${state} is not a file of the registry simulator.`)
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'EACCES' || error.code === 'ENOTFOUND')
      throw new ConfigError(`The simulator cannot start: ${error.message}.`)
    throw error
  })
  try {
    addObjects(simulator, wanted)
  } catch (error) {
    await simulator.close()
    throw error
  }
  const [[user, password] = ['', '']] = Object.entries(clients)
  const lines = [
    '',
    `  The registry simulator is ready at ${simulator.url}`,
    '',
    `  Clients       ${Object.keys(clients).join(', ')}`,
    `  Contact       ${CONTACT}`,
    `  State         ${state ?? 'in memory'}`,
    '',
    '  Start the service with these settings:',
    '    DELIVERY=epp',
    `    EPP_URL=${simulator.url}`,
    `    EPP_USER=${user}`,
    `    EPP_PASSWORD=${password}`,
    `    EPP_CA=${certificate.file}`,
    '',
  ]
  return { simulator, lines }
}

export async function registrySimulator(config: Config, args: readonly string[]): Promise<void> {
  const wanted = readSimulatorArguments(args)
  if (wanted === 'help') {
    process.stdout.write(USAGE)
    return
  }
  const show = (entry: CommandRecord): void => void process.stdout.write(`${describe(entry)}\n`)
  const { simulator, lines } = await startFromArguments(config.dataDir, wanted, show)
  process.stdout.write(`${lines.join('\n')}\n`)
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
  await simulator.close()
}
