// A registry that asks nobody: the same name always has the same story, told from a hash of it. A name that is for sale is registered.
import { createHash } from 'node:crypto'
import type { Clock } from '../../kernel/clock.ts'
import { parseDomainName } from '../../kernel/text/domain-name.ts'
import type { Finding, Lookup, Registration, Registry, RegistryState } from './finding.ts'

/** Of a hundred names that nobody reserved for a test, so many are registered. */
const REGISTERED_PERCENT = 60

const REGISTRARS = ['Fernhill Registrar', 'Quayside Names', 'Lattice Domains', 'Copperbell Registry Services'] as const
const COUNTRIES = ['US', 'DE', 'GB', 'FR', 'NL', 'CA', 'JP', 'BR'] as const
const FIRST_YEAR = 1998
const YEARS = 26

/** Whether someone sells or sold the domain here, and so has registered it. */
export type IsListed = (domain: string) => Promise<boolean>

/** The label counts as people write it, so an IDN can start with one of the words too. */
async function pickState(domain: string, hash: Buffer, isListed: IsListed): Promise<RegistryState> {
  const parsed = parseDomainName(domain, { allowTest: true })
  const written = parsed.ok ? parsed.name.unicode : domain
  if (written.startsWith('free-')) return 'available'
  if (written.startsWith('taken-')) return 'registered'
  if (written.startsWith('silent-')) return 'unknown'
  const isRegistered = hash.readUInt32BE(0) % 100 < REGISTERED_PERCENT || (await isListed(domain))
  return isRegistered ? 'registered' : 'available'
}

const pickOne = <T>(list: readonly T[], byte: number): T => list[byte % list.length] as T

/** Registered once, renewed every year since: it expires on the next anniversary. */
function makeRegistration(hash: Buffer, now: Date): Registration {
  const day = (year: number): Date => new Date(Date.UTC(year, hash.readUInt8(5) % 12, 1 + (hash.readUInt8(6) % 28), 9))
  const created = day(FIRST_YEAR + (hash.readUInt8(4) % YEARS))
  const thisYear = day(now.getUTCFullYear())
  const next = thisYear > now ? thisYear : day(now.getUTCFullYear() + 1)
  const last = day(next.getUTCFullYear() - 1)
  const registrar = hash.readUInt8(7) % REGISTRARS.length
  return {
    registrar: {
      name: `${pickOne(REGISTRARS, registrar)} (simulated)`,
      ianaId: String(9900 + registrar),
      url: `https://registrar-${registrar}.example`,
      abuseEmail: `abuse@registrar-${registrar}.example`,
    },
    registrant: { name: null, organization: null, country: pickOne(COUNTRIES, hash.readUInt8(8)), redacted: true },
    createdAt: created,
    updatedAt: last,
    expiresAt: next,
    transferredAt: null,
    nameservers: [1, 2].map((number) => `ns${number}.registrar-${registrar}.example`),
    statuses: ['clientTransferProhibited'],
    dnssecSigned: hash.readUInt8(9) % 4 === 0,
  }
}

export function createSimulatedRegistry(clock: Clock, isListed: IsListed = async () => false): Registry {
  async function find(domain: string): Promise<Finding> {
    const hash = createHash('sha256').update(domain).digest()
    const state = await pickState(domain, hash, isListed)
    if (state === 'unknown') return { state, reason: 'the simulated registry does not respond for this domain' }
    return state === 'available' ? { state } : { state, registration: makeRegistration(hash, clock.now()) }
  }
  const tell = async (domain: string): Promise<Lookup> => ({
    ...(await find(domain)),
    source: 'simulated',
    checkedAt: clock.now(),
    cached: false,
  })
  return {
    check: async (domain) => ({ state: (await find(domain)).state, source: 'simulated', checkedAt: clock.now() }),
    lookup: tell,
    readRecord: tell,
    warm: async () => {},
    close: async () => {},
  }
}
