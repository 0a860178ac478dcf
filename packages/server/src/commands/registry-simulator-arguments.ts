// The options of the command `registry-simulator`: what they are called, and what they may be.
import { parseArgs } from 'node:util'
import { FAULT_NAMES, FAULTS, type FaultName, isFaultName } from '@freehold/epp/simulator'
import { ConfigError } from '../config.ts'

export type SimulatorArguments = {
  host: string
  port: number
  /** Passwords by client. The first is the one that the service uses. */
  clients: Record<string, string>
  domains: { name: string; client: string; authCode: string }[]
  state: string | null
  log: string | null
  faults: Partial<Record<FaultName, number>>
  seed: number
  sessions: number
  transferSeconds: number
  slowMs: number
  nameservers: 'objects' | 'attributes'
}

const CLIENTS = ['freehold:simulated-registry', 'other:simulated-registry']

export const USAGE = `Usage: npm start -- registry-simulator [options]

Starts an EPP registry on this machine (RFC 5730 to 5734, 5910, 3915), to try deliveries and to test them.

  --port PORT              The port to listen on (7700)
  --host ADDRESS           The IP address to listen on (127.0.0.1)
  --client NAME:PASSWORD   A registrar that may log in; repeat it for more
                           (${CLIENTS.join(', ')})
  --domain NAME:CLIENT:CODE  A registered domain, its registrar and its auth code; repeat it for more
  --state FILE             Keep the registry in a JSON file (without it, in memory)
  --log FILE               Add each command to a file, as JSON lines
  --sessions NUMBER        Sessions that each client may have (20)
  --transfer-seconds N     Approve pending transfers after this time; 0 approves immediately (432000, five days)
  --nameservers KIND       objects or attributes (objects)
  --fault NAME=SHARE       A fault and how often it happens, from 0 to 1; repeat it for more
  --seed NUMBER            Which random faults happen (1)
  --slow-ms NUMBER         How late slow responses are (2000)
  --help                   Show this text

Faults: the domain fault-NAME-1.com has the fault at the first command of each kind that changes it,
fault-NAME-always-1.com at every one.

${FAULT_NAMES.map((name) => `  ${name.padEnd(25)} ${FAULTS[name].text}`).join('\n')}
`

const OPTIONS = {
  port: { type: 'string', default: '7700' },
  host: { type: 'string', default: '127.0.0.1' },
  client: { type: 'string', multiple: true },
  domain: { type: 'string', multiple: true },
  state: { type: 'string' },
  log: { type: 'string' },
  sessions: { type: 'string', default: '20' },
  'transfer-seconds': { type: 'string', default: String(5 * 24 * 3600) },
  nameservers: { type: 'string', default: 'objects' },
  fault: { type: 'string', multiple: true },
  seed: { type: 'string', default: '1' },
  'slow-ms': { type: 'string', default: '2000' },
  help: { type: 'boolean', default: false },
} as const

function readNumber(name: string, text: string, min: number, max: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) throw new ConfigError(`--${name} must be an integer from ${min} to ${max}.`)
  return value
}

function readClients(texts: readonly string[]): Record<string, string> {
  const clients: Record<string, string> = {}
  for (const text of texts) {
    const at = text.indexOf(':')
    const [name, password] = [text.slice(0, at), text.slice(at + 1)]
    if (at < 3 || name.length > 16 || password.length < 6 || password.length > 64)
      throw new ConfigError(
        '--client must be NAME:PASSWORD, with a name of 3 to 16 and a password of 6 to 64 characters.',
      )
    clients[name] = password
  }
  return clients
}

function readDomain(text: string, clients: Record<string, string>): SimulatorArguments['domains'][number] {
  const [name = '', client = '', ...code] = text.split(':')
  if (!Object.hasOwn(clients, client) || code.length === 0)
    throw new ConfigError(
      `--domain must be NAME:CLIENT:CODE, with a client that exists (${Object.keys(clients).join(', ')}).`,
    )
  return { name, client, authCode: code.join(':') }
}

function readFault(text: string): [FaultName, number] {
  const [name = '', share = ''] = text.split('=')
  if (!isFaultName(name) || !/^(0|1|0?\.\d{1,6})$/.test(share))
    throw new ConfigError(`--fault must be NAME=SHARE with a share from 0 to 1. Names: ${FAULT_NAMES.join(', ')}.`)
  return [name, Number(share)]
}

export function readSimulatorArguments(args: readonly string[]): SimulatorArguments | 'help' {
  const parse = () => parseArgs({ args: [...args], options: OPTIONS })
  let values: ReturnType<typeof parse>['values']
  try {
    values = parse().values
  } catch (error) {
    const [problem = ''] = (error as Error).message.split('\n', 1)
    throw new ConfigError(`${problem.replace(/\.$/, '')}. Run npm start -- registry-simulator --help.`)
  }
  if (values.help) return 'help'
  const { nameservers } = values
  if (nameservers !== 'objects' && nameservers !== 'attributes')
    throw new ConfigError('--nameservers must be objects or attributes.')
  const clients = readClients(values.client ?? CLIENTS)
  return {
    host: values.host,
    port: readNumber('port', values.port, 0, 65_535),
    clients,
    domains: (values.domain ?? []).map((text) => readDomain(text, clients)),
    state: values.state ?? null,
    log: values.log ?? null,
    faults: Object.fromEntries((values.fault ?? []).map(readFault)),
    seed: readNumber('seed', values.seed, 0, 4_294_967_295),
    sessions: readNumber('sessions', values.sessions, 1, 1000),
    transferSeconds: readNumber('transfer-seconds', values['transfer-seconds'], 0, 365 * 24 * 3600),
    slowMs: readNumber('slow-ms', values['slow-ms'], 0, 600_000),
    nameservers,
  }
}
