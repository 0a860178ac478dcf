// The registry of the bench in its own process: a simulator that can take its time for each response, and buyers whose registrar
// requests each transfer as soon as the auth code is set. It keeps the commands of the service, for the bare loop to repeat.
import { constants, setPriority } from 'node:os'
import { startSimulator } from '../../packages/epp/src/simulator/index.ts'

// A registry has processors of its own. Here it shares them with the service, and comes last.
setPriority(constants.priority.PRIORITY_LOW)

const { clients, delay, sessions } = JSON.parse(process.argv[2])
let isSlow = false
let counts = {}
let firstAt = null
const commands = new Map()

function note({ at, client, command, clientTransaction }) {
  if (at !== 'command' || client !== 'freehold') return
  firstAt ??= Date.now()
  if (!('name' in command)) return
  const kept = commands.get(command.name)
  if (kept) kept.push({ command, clientTransaction })
}

const simulator = await startSimulator({
  clients,
  sessionsPerClient: sessions,
  slowMs: delay,
  faults(context) {
    note(context)
    return isSlow && context.at === 'command' ? 'slow' : null
  },
  onCommand({ client, action, object, isApplied }) {
    if (client !== 'freehold') return
    counts[action] = (counts[action] ?? 0) + 1
    if (action === 'domain:update' && isApplied) requestTransfer(object)
  },
})
const { registry } = simulator

function requestTransfer(name) {
  const { authCode } = registry.state.domains.get(name)
  const command = { action: 'transfer', object: 'domain', op: 'request', name, period: null, authCode }
  const { code } = registry.execute('other', command)
  if (code !== 1001) throw new Error(`${name}: the transfer was refused with ${code}`)
}

function addDomain(name) {
  const { code } = registry.execute('freehold', {
    action: 'create',
    object: 'domain',
    name,
    period: { value: 1, unit: 'y' },
    nameservers: null,
    registrant: null,
    contacts: [],
    authCode: 'of-the-seller-1',
    secDns: null,
  })
  if (code !== 1000) throw new Error(`${name} was refused with ${code}`)
}

const TASKS = {
  /** `keep`: what the service sends for these is repeated later. */
  prepare({ names, slow, keep }) {
    names.forEach(addDomain)
    commands.clear()
    if (keep) for (const name of names) commands.set(name, [])
    isSlow = slow
    counts = {}
    firstAt = null
  },
  read: () => ({ counts, firstAt }),
  commands: () => [...commands],
  cpu: () => process.cpuUsage(),
}

process.send({ port: simulator.port, ca: simulator.ca })
process.on('disconnect', () => process.exit(0))
process.on('message', ({ task, ...given }) => process.send({ result: TASKS[task](given) ?? null }))
