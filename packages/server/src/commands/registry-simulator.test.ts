// The command `registry-simulator`: its options, its files, and a connector that speaks to it with the settings it prints.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { FAULT_NAMES } from '@freehold/epp/simulator'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEppRegistrar } from '../integrations/registrar/epp.ts'
import { systemClock } from '../kernel/clock.ts'
import { readEppSettings } from '../kernel/settings/epp.ts'
import { startFromArguments } from './registry-simulator.ts'
import { readSimulatorArguments, type SimulatorArguments, USAGE } from './registry-simulator-arguments.ts'

let folder = ''
const closing: (() => Promise<void>)[] = []
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'freehold-registry-simulator-'))
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

function read(...args: string[]): SimulatorArguments {
  const wanted = readSimulatorArguments(args)
  if (wanted === 'help') throw new Error('help')
  return wanted
}

/** A started simulator, and the connector with the settings that it printed. */
async function start(...args: string[]) {
  const { simulator, lines } = await startFromArguments(folder, read('--port', '0', ...args), () => undefined)
  closing.push(() => simulator.close())
  const printed = Object.fromEntries(
    [...lines.join('\n').matchAll(/^ {4}(EPP_\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  )
  const settings = readEppSettings(printed, '/')
  if (settings === null) throw new Error('no settings were printed')
  const connect = (user = settings.user) => {
    const registrar = createEppRegistrar({ ...settings, user }, { clock: systemClock })
    closing.push(() => registrar.close())
    return registrar
  }
  return { simulator, lines, connect }
}

const command = { transaction: 'test-1' }

describe('the registry simulator', () => {
  it('is reached with the settings that it prints, by each of its clients', async () => {
    const { connect } = await start('--domain', 'brand.example:other:code-1234', '--transfer-seconds', '0')
    const [market, other] = [connect(), connect('other')]
    expect(await other.readDomain('brand.example', command)).toMatchObject({ kind: 'done', value: { isOurs: true } })
    const moved = await market.requestTransfer({ name: 'brand.example', authCode: 'code-1234' }, command)
    expect(moved).toMatchObject({ kind: 'done', value: 'serverApproved' })
    expect(await market.readDomain('brand.example', command)).toMatchObject({ kind: 'done', value: { isOurs: true } })
  })

  it('has a contact with which a domain can be registered', async () => {
    const { connect, lines } = await start()
    expect(lines.join('\n')).toContain('FREEHOLD-1')
    const input = { name: 'a.example', years: 1, nameservers: [], contact: 'FREEHOLD-1', authCode: 'code-1234' }
    expect((await connect().registerDomain(input, command)).kind).toBe('done')
  })

  it('keeps certificate, state and log, and no secret in the log', async () => {
    const [state, log] = [path.join(folder, 'state.json'), path.join(folder, 'log.ndjson')]
    const options = ['--state', state, '--log', log, '--domain', 'brand.example:freehold:code-1234']
    const first = await start(...options)
    await first.connect().readDomain('brand.example', command)
    await closing.pop()?.()
    await first.simulator.close()
    const certificate = readFileSync(path.join(folder, 'registry-simulator/certificate.pem'), 'utf8')
    expect(statSync(path.join(folder, 'registry-simulator/key.pem')).mode & 0o077).toBe(0)
    const second = await start(...options)
    expect(second.simulator.ca).toBe(certificate)
    expect((await second.connect().readDomain('brand.example', command)).kind).toBe('done')
    const entries = readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(entries.filter(({ action }) => action === 'domain:info')).toHaveLength(2)
    expect(readFileSync(log, 'utf8')).not.toMatch(/code-1234|simulated-registry/)
  })

  it('has the faults that its options ask for', async () => {
    const { connect } = await start('--fault', 'command-failed=1')
    expect(await connect().readDomain('a.example', command)).toMatchObject({ kind: 'refused', code: 2400 })
  })

  it('starts nothing when a domain cannot be added', async () => {
    const wanted = read('--port', '0', '--domain', 'bad_name.example:freehold:code-1234')
    await expect(startFromArguments(folder, wanted, () => undefined)).rejects.toThrow('The name is not valid.')
  })
})

it('refuses a state file of something else, and leaves it as it is', async () => {
  const state = path.join(folder, 'notes.txt')
  writeFileSync(state, 'not a registry')
  const wanted = read('--port', '0', '--state', state)
  await expect(startFromArguments(folder, wanted, () => undefined)).rejects.toThrow(
    'is not a file of the registry simulator',
  )
  expect(readFileSync(state, 'utf8')).toBe('not a registry')
})

describe('its options', () => {
  it('are explained by --help, each fault included', () => {
    expect(readSimulatorArguments(['--help'])).toBe('help')
    for (const name of FAULT_NAMES) expect(USAGE).toContain(`  ${name} `)
  })

  it('have defaults', () => {
    expect(read()).toMatchObject({ port: 7700, host: '127.0.0.1', state: null, log: null, faults: {}, sessions: 20 })
    expect(existsSync(path.join(folder, 'registry-simulator'))).toBe(false)
  })

  it.each([
    [['--port', '70000'], '--port must be an integer from 0 to 65535.'],
    [['--client', 'ab:short'], '--client must be NAME:PASSWORD'],
    [['--domain', 'a.example:nobody:code'], '--domain must be NAME:CLIENT:CODE'],
    [['--fault', 'fire=0.5'], '--fault must be NAME=SHARE'],
    [['--fault', 'slow=2'], '--fault must be NAME=SHARE'],
    [['--nameservers', 'both'], '--nameservers must be objects or attributes.'],
    [['--nonsense'], 'Run npm start -- registry-simulator --help.'],
    [['extra'], 'Run npm start -- registry-simulator --help.'],
  ])('refuse %j with a clear error', (args, problem) => {
    expect(() => read(...args)).toThrow(problem)
  })
})
