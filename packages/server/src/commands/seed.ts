// The first start of a development service: a sandbox to try, people to sign in as, and where to find their secrets.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql, type Tx } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { SCOPES } from '../kernel/owner.ts'
import { randomToken } from '../kernel/secret-box.ts'
import { createUser, hashPassword, issueOperatorToken, setPassword } from '../modules/accounts/index.ts'
import { seedInventories } from '../modules/catalog/index.ts'
import { giveDomains } from '../modules/domains/index.ts'
import { createPartner, issueCredential } from '../modules/partners/index.ts'

type Seeded = { partnerId: string; operatorId: string; userId: string }
export type CredentialsFile = {
  base_url: string
  partner: { partner_id: string; key_id: string; secret: string }
  operator: { email: string; password: string; token: string }
  user: { email: string; password: string }
}

const OPERATOR_EMAIL = 'operator@freehold.example'
const USER_EMAIL = 'user@freehold.example'
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

function readCredentials(dataDir: string): CredentialsFile | null {
  const file = credentialsPath(dataDir)
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as CredentialsFile
  } catch {
    return null
  }
}

async function seedOnce(deps: Deps, tx: Tx, passwords: { operator: string; user: string }): Promise<Seeded> {
  const now = deps.clock.now()
  const partner = await createPartner(
    tx,
    { name: 'Sandbox Partner', email: 'partner@freehold.example', merchantOfRecord: true, affiliate: true },
    now,
  )
  const operator = await createUser(
    tx,
    { email: OPERATOR_EMAIL, passwordHash: passwords.operator, role: 'operator' },
    now,
  )
  const user = await createUser(tx, { email: USER_EMAIL, passwordHash: passwords.user, role: 'user' }, now)
  await seedInventories(tx, now)
  await giveDomains(tx, USER_EMAIL, USER_DOMAINS, now)
  return { partnerId: partner.id, operatorId: operator.id, userId: user.id }
}

/** The file, if it speaks of this very database: the same folder may have served another one before. */
async function knownCredentials(deps: Deps): Promise<CredentialsFile | null> {
  const known = readCredentials(deps.config.dataDir)
  if (!known?.partner?.key_id) return null
  const row = await deps.db.one(sql`select 1 as one from credentials where key_id = ${known.partner.key_id}`)
  return row ? known : null
}

/**
 * Idempotent. The rows and the file belong together: the file is written before the commit, so a crash between leaves
 * a file that the next start replaces, never a service whose secrets nobody knows.
 */
export async function seed(deps: Deps): Promise<CredentialsFile> {
  const { config } = deps
  const known = await knownCredentials(deps)
  if (known) {
    if (known.base_url !== config.baseUrl) writeCredentials(config.dataDir, { ...known, base_url: config.baseUrl })
    return { ...known, base_url: config.baseUrl }
  }
  const passwords = { operator: randomToken('', 9), user: randomToken('', 9) }
  const hashes = { operator: await hashPassword(passwords.operator), user: await hashPassword(passwords.user) }
  return deps.db.tx(async (tx) => {
    await tx.run(sql`lock table service_state in exclusive mode`)
    const state = await tx.one<{ value: Seeded }>(sql`select value from service_state where key = 'seeded'`)
    const now = deps.clock.now()
    const seeded = state?.value ?? (await seedOnce(deps, tx, hashes))
    if (state) {
      await setPassword(tx, seeded.operatorId, hashes.operator, now)
      await setPassword(tx, seeded.userId, hashes.user, now)
    } else {
      await tx.run(sql`insert into service_state (key, value) values ('seeded', ${JSON.stringify(seeded)}::jsonb)`)
    }
    const issued = await issueCredential(deps, tx, seeded.partnerId, { environment: 'sandbox', scopes: SCOPES }, now)
    const { token } = await issueOperatorToken(tx, { name: 'development', userId: seeded.operatorId as never }, now)
    const credentials: CredentialsFile = {
      base_url: config.baseUrl,
      partner: { partner_id: seeded.partnerId, key_id: issued.credential.keyId, secret: issued.secret },
      operator: { email: OPERATOR_EMAIL, password: passwords.operator, token },
      user: { email: USER_EMAIL, password: passwords.user },
    }
    writeCredentials(config.dataDir, credentials)
    return credentials
  })
}
