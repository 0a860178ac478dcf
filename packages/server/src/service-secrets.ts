// The key that opens stored secrets: where it comes from, and whether it is the one of this database.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Config, ConfigError } from './config.ts'
import type { Database } from './db/sql.ts'
import { keepState } from './db/state.ts'
import { createSecretBox, type SecretBox } from './kernel/secret-box.ts'

/**
 * In production the key comes from the environment. In development it is made once, in the data folder; a second
 * development process that has a folder of its own finds it in the shared database.
 */
async function masterKey(config: Config, db: Database): Promise<Buffer> {
  if (config.masterKey) return config.masterKey
  const file = path.join(config.dataDir, 'master.key')
  const local = existsSync(file) ? readFileSync(file, 'utf8').trim() : randomBytes(32).toString('base64')
  const key = await keepState(db, 'development_master_key', local)
  if (!existsSync(file)) writeFileSync(file, `${key}\n`, { mode: 0o600 })
  return Buffer.from(key, 'base64')
}

/** The first start seals a word; a later one whose key does not open it has the wrong key, and would open no credential. */
async function assertOpens(secrets: SecretBox, db: Database): Promise<void> {
  const sealed = await keepState(db, 'master_key_check', secrets.seal('freehold', 'check'))
  try {
    secrets.open(sealed, 'check')
  } catch {
    throw new ConfigError('MASTER_KEY does not match this database. Set the key that the database was created with.')
  }
}

export async function openSecrets(config: Config, db: Database): Promise<SecretBox> {
  const secrets = createSecretBox(await masterKey(config, db))
  await assertOpens(secrets, db)
  return secrets
}
