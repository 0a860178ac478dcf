// A registry simulator in the process of the test: its log, the settings with which a service reaches it, and its domains.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { type CommandRecord, type FaultSource, type Simulator, startSimulator } from '@freehold/epp/simulator'
import { createEppRegistrar } from '../packages/server/src/integrations/registrar/epp.ts'
import type { Registrar } from '../packages/server/src/integrations/registrar/registrar.ts'
import { systemClock } from '../packages/server/src/kernel/clock.ts'
import { type Env, newFolder } from './process.ts'

const PASSWORDS = { freehold: 'simulated-market', other: 'simulated-other', third: 'simulated-third' }
export type Client = keyof typeof PASSWORDS

export type Registry = {
  simulator: Simulator
  log: CommandRecord[]
  /** For the service, which is the client `freehold`. */
  env: Env
  connect(client: Client): Registrar
  addDomain(client: Client, name: string, authCode: string): void
  /** The commands of the service that changed the domain. */
  listChanges(name: string): string[]
  stop(): Promise<void>
}

export async function startRegistry(faults?: FaultSource): Promise<Registry> {
  const log: CommandRecord[] = []
  const simulator = await startSimulator({
    clients: PASSWORDS,
    onCommand: (entry) => void log.push(entry),
    ...(faults && { faults }),
  })
  const ca = path.join(newFolder(), 'registry.pem')
  writeFileSync(ca, simulator.ca)
  const connected: Registrar[] = []
  return {
    simulator,
    log,
    env: {
      DELIVERY: 'epp',
      EPP_URL: simulator.url,
      EPP_USER: 'freehold',
      EPP_PASSWORD: PASSWORDS.freehold,
      EPP_CA: ca,
    },
    connect(client) {
      const { port, ca: trusted } = simulator
      const login = { host: '127.0.0.1', port, ca: trusted, user: client, password: PASSWORDS[client] }
      const registrar = createEppRegistrar({ ...login, certificate: null, sessions: 1 }, { clock: systemClock })
      connected.push(registrar)
      return registrar
    },
    addDomain(client, name, authCode) {
      const { code, reason } = simulator.registry.execute(client, {
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
      if (code !== 1000) throw new Error(`${name}: ${reason}`)
    },
    listChanges: (name) =>
      log
        .filter(({ client, object, isApplied }) => client === 'freehold' && object === name && isApplied)
        .map(({ action }) => action),
    async stop() {
      for (const registrar of connected) await registrar.close()
      await simulator.close()
    },
  }
}
