// The real registries: RDAP where a TLD has it, WHOIS where not, and the DNS for a quick "taken". What they say is remembered.
import type { Clock } from '../../kernel/clock.ts'
import type { Bootstrap } from './bootstrap.ts'
import type { TakenHint } from './dns.ts'
import type { Availability, Finding, Lookup, Registry } from './finding.ts'
import { createMemory, type Memory } from './memory.ts'
import type { RdapClient, RdapDepth } from './rdap.ts'
import type { WhoisClient } from './whois.ts'

/** A registered name stays so for a year; a free one may be gone the next minute; silence is asked again soon. */
const REMEMBER_SECONDS = { registered: 3600, available: 60, unknown: 5 } as const
/** Of the registry's own record, which is asked for to notice changes. */
const RECORD_SECONDS = { registered: 600, available: 60, unknown: 5 } as const
const REMEMBERED_MAX = 10_000
const BOOTSTRAP_SECONDS = 24 * 3600
const BOOTSTRAP_RETRY_SECONDS = 3600
const BOOTSTRAP_TIMEOUT_MS = 10_000

export type LiveParts = {
  clock: Clock
  bootstrap: Bootstrap
  rdap: RdapClient
  whois: WhoisClient
  isTaken: TakenHint
  close(): Promise<void>
}

type Told = { finding: Finding; source: 'rdap' | 'whois'; checkedAt: Date }

export function createLiveRegistry(parts: LiveParts): Registry {
  const { clock, bootstrap, rdap, whois, isTaken } = parts
  const memory = { clock, max: REMEMBERED_MAX }
  const lookups = createMemory<Told>({ ...memory, getSeconds: ({ finding }) => REMEMBER_SECONDS[finding.state] })
  const checks = createMemory<Availability>({ ...memory, getSeconds: ({ state }) => REMEMBER_SECONDS[state] })
  const records = createMemory<Told>({ ...memory, getSeconds: ({ finding }) => RECORD_SECONDS[finding.state] })
  let triedAt = 0

  /** New TLDs come, services move: the list is renewed once a day, while questions go on being answered. */
  function refreshList(): void {
    const now = clock.now().getTime()
    const dueAt = (bootstrap.refreshedAt()?.getTime() ?? 0) + BOOTSTRAP_SECONDS * 1000
    if (now < dueAt || now < triedAt + BOOTSTRAP_RETRY_SECONDS * 1000) return
    triedAt = now
    void bootstrap.refresh(BOOTSTRAP_TIMEOUT_MS)
  }

  async function ask(domain: string, depth: RdapDepth): Promise<Told> {
    refreshList()
    const service = bootstrap.findService(domain)
    const finding = service === null ? await whois.ask(domain) : await rdap.ask(service, domain, depth)
    return { finding, source: service === null ? 'whois' : 'rdap', checkedAt: clock.now() }
  }

  async function checkAfresh(domain: string): Promise<Availability> {
    if (await isTaken(domain)) return { state: 'registered', source: 'dns', checkedAt: clock.now() }
    const { finding, source, checkedAt } = await ask(domain, 'registry')
    return { state: finding.state, source: finding.state === 'unknown' ? null : source, checkedAt }
  }

  async function tell(memory: Memory<Told>, domain: string, depth: RdapDepth): Promise<Lookup> {
    const { value, cached } = await memory.recall(domain, () => ask(domain, depth))
    return { ...value.finding, source: value.source, checkedAt: value.checkedAt, cached }
  }

  return {
    async check(domain) {
      const told = lookups.find(domain)
      if (told && told.finding.state !== 'unknown')
        return { state: told.finding.state, source: told.source, checkedAt: told.checkedAt }
      return (await checks.recall(domain, () => checkAfresh(domain))).value
    },

    lookup: (domain) => tell(lookups, domain, 'registrar'),
    readRecord: (domain) => tell(records, domain, 'registry'),

    warm: async () => refreshList(),
    close: () => parts.close(),
  }
}
