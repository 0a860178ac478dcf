// The first start of a development service: a sandbox to try, people to sign in as, and where to find their secrets.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Tx } from '../db/sql.ts'
import { lockState, readState, writeState } from '../db/state.ts'
import type { Deps } from '../deps.ts'
import type { Id } from '../kernel/ids.ts'
import { SCOPES } from '../kernel/owner.ts'
import { randomToken } from '../kernel/secret-box.ts'
import { createUser, hashPassword, setPassword } from '../modules/accounts/index.ts'
import { fillSandbox, seedDemo } from '../modules/catalog/index.ts'
import { giveDomains } from '../modules/domains/index.ts'
import { createPartner, credentialExists, issueCredential, joinPartner } from '../modules/partners/index.ts'
import { issueOperatorToken } from '../modules/roles/index.ts'
import { saveSampleVectors } from '../modules/search/index.ts'

/** `portalId` is missing where an older version filled the database. */
type Seeded = { partnerId: string; operatorId: string; userId: string; portalId?: string }
export type CredentialsFile = {
  base_url: string
  partner: { partner_id: string; key_id: string; secret: string }
  operator: { email: string; password: string; token: string }
  user: { email: string; password: string }
  /** An owner of the sandbox partner, for the portal. */
  portal: { email: string; password: string }
}

/** A file that an older version wrote knows nobody for the portal. */
type KnownCredentials = Omit<CredentialsFile, 'portal'> & Partial<Pick<CredentialsFile, 'portal'>>

const OPERATOR_EMAIL = 'operator@freehold.example'
const USER_EMAIL = 'user@freehold.example'
const PORTAL_EMAIL = 'partner@freehold.example'
/** Names that the demonstration user holds: endings with rules of different kinds. */
const USER_DOMAINS = [
  'demo-bakery.com',
  'demo-bakery.net',
  'demo-bakery.co.uk',
  'demo-bakery.de',
  'demo-studio.io',
  'demo-studio.ai',
  'demo-garden.org',
  'demo-garden.shop',
  'demo-travel.app',
  'demo-café.com',
  'demo-harbour.eu',
  'demo-harbour.nl',
]

export const credentialsPath = (dataDir: string): string => path.join(dataDir, 'credentials.json')

/** Written aside and renamed: nobody ever reads half a file. */
function writeCredentials(dataDir: string, credentials: CredentialsFile): void {
  const file = credentialsPath(dataDir)
  const aside = `${file}.${process.pid}`
  writeFileSync(aside, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
  renameSync(aside, file)
}

function readCredentials(dataDir: string): KnownCredentials | null {
  const file = credentialsPath(dataDir)
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as KnownCredentials
  } catch {
    return null
  }
}

async function seedOnce(tx: Tx, passwords: Passwords, now: Date): Promise<Seeded> {
  const partner = await createPartner(
    tx,
    { name: 'Sandbox Partner', email: 'partner@freehold.example', merchantOfRecord: true, affiliate: true },
    now,
  )
  const operator = await createUser(
    tx,
    { email: OPERATOR_EMAIL, passwordHash: passwords.operator.hash, operatorRole: 'admin', isConfirmed: true },
    now,
  )
  const user = await createUser(
    tx,
    { email: USER_EMAIL, passwordHash: passwords.user.hash, operatorRole: null, isConfirmed: true },
    now,
  )
  await fillSandbox(tx, now)
  await seedDemo(tx, now)
  await saveSampleVectors(tx)
  await giveDomains(tx, { accountId: user.id, email: null }, USER_DOMAINS, now)
  return { partnerId: partner.id, operatorId: operator.id, userId: user.id }
}

/** A person who runs the sandbox partner; made by itself, since older databases have none. */
async function seedPortal(
  deps: Deps,
  tx: Tx,
  seeded: Seeded,
  passwordHash: string,
  now: Date,
): Promise<Required<Seeded>> {
  if (seeded.portalId !== undefined) {
    await setPassword(deps, tx, seeded.portalId as Id<'user'>, passwordHash, now)
    return { ...seeded, portalId: seeded.portalId }
  }
  const person = await createUser(tx, { email: PORTAL_EMAIL, passwordHash, operatorRole: null, isConfirmed: true }, now)
  await joinPartner(tx, seeded.partnerId, { userId: person.id, role: 'owner' }, now)
  return { ...seeded, portalId: person.id }
}

/** The file, if it speaks of this very database: the same folder may have served another one before. */
async function knownCredentials(deps: Deps): Promise<KnownCredentials | null> {
  const known = readCredentials(deps.config.dataDir)
  if (!known?.partner?.key_id) return null
  return (await credentialExists(deps.db, known.partner.key_id)) ? known : null
}

type Passwords = Record<'operator' | 'user' | 'portal', { plain: string; hash: string }>

async function makePasswords(): Promise<Passwords> {
  const make = async () => {
    const plain = randomToken('', 9)
    return { plain, hash: await hashPassword(plain) }
  }
  return { operator: await make(), user: await make(), portal: await make() }
}

/** The rows that are there already get new secrets: whoever starts the service without its file knows the old ones no more. */
async function issueSecrets(
  deps: Deps,
  tx: Tx,
  seeded: Seeded,
  { operator, user }: Passwords,
  now: Date,
): Promise<Omit<CredentialsFile, 'portal'>> {
  await setPassword(deps, tx, seeded.operatorId as Id<'user'>, operator.hash, now)
  await setPassword(deps, tx, seeded.userId as Id<'user'>, user.hash, now)
  const issued = await issueCredential(deps, tx, seeded.partnerId, { environment: 'sandbox', scopes: SCOPES }, now)
  const { token } = await issueOperatorToken(
    tx,
    { name: 'development', role: 'admin', userId: seeded.operatorId as never, createdBy: 'command:seed' },
    now,
  )
  return {
    base_url: deps.config.baseUrl,
    partner: { partner_id: seeded.partnerId, key_id: issued.credential.keyId, secret: issued.secret },
    operator: { email: OPERATOR_EMAIL, password: operator.plain, token },
    user: { email: USER_EMAIL, password: user.plain },
  }
}

/**
 * Idempotent. The rows and the file belong together: the file is written before the commit, so a crash between leaves
 * a file that the next start replaces, never a service whose secrets nobody knows.
 */
export async function seed(deps: Deps, showProgress?: (step: string) => void): Promise<CredentialsFile> {
  const { baseUrl, dataDir } = deps.config
  const known = await knownCredentials(deps)
  if (known?.portal) {
    const current = { ...known, portal: known.portal, base_url: baseUrl }
    if (known.base_url !== baseUrl) writeCredentials(dataDir, current)
    return current
  }
  const passwords = await makePasswords()
  return deps.db.tx(async (tx) => {
    await lockState(tx)
    const before = await readState<Seeded>(tx, 'seeded')
    const now = deps.clock.now()
    if (!before) showProgress?.('Adding sample data')
    const rows = before ?? (await seedOnce(tx, passwords, now))
    const seeded = await seedPortal(deps, tx, rows, passwords.portal.hash, now)
    await writeState(tx, 'seeded', seeded)
    const portal = { email: PORTAL_EMAIL, password: passwords.portal.plain }
    const others = known ? { ...known, base_url: baseUrl } : await issueSecrets(deps, tx, seeded, passwords, now)
    const credentials: CredentialsFile = { ...others, portal }
    writeCredentials(dataDir, credentials)
    return credentials
  })
}

/** The sandbox of a production service: sample domains and nothing else. */
export const seedProductionSandbox = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  db.tx(async (tx) => {
    if (await fillSandbox(tx, clock.now())) await saveSampleVectors(tx)
  })
