// `create-operator EMAIL`: the first operator of a production service, with a token shown once.
import type { Config } from '../config.ts'
import { ConfigError } from '../config.ts'
import { violates } from '../db/sql.ts'
import { createLogger } from '../http/logger.ts'
import { systemClock } from '../kernel/clock.ts'
import { parseEmail } from '../kernel/email-address.ts'
import { newId } from '../kernel/ids.ts'
import { randomToken } from '../kernel/secret-box.ts'
import { createUser, hashPassword, issueOperatorToken } from '../modules/accounts/index.ts'
import { insertAudit } from '../modules/operator/index.ts'
import { ensureDataDirectory, openDatabase } from '../service.ts'

export async function createOperator(config: Config, address: string | undefined): Promise<void> {
  const email = parseEmail(address ?? '')
  if (email === null) throw new ConfigError('Usage: create-operator EMAIL')
  ensureDataDirectory(config)
  const db = await openDatabase(config, createLogger(config))
  const password = randomToken('', 16)
  const passwordHash = await hashPassword(password)
  try {
    const token = await db.tx(async (tx) => {
      const now = systemClock.now()
      const user = await createUser(tx, { email, passwordHash, operatorRole: 'admin', isConfirmed: true }, now)
      const issued = await issueOperatorToken(tx, { name: email, userId: user.id }, now)
      await insertAudit(tx, {
        id: newId('audit', now),
        at: now,
        actor: 'command:create-operator',
        route: 'operators.create',
        method: 'COMMAND',
        path: 'create-operator',
        status: 200,
        requestId: newId('request', now),
        input: { email, user_id: user.id, operator_token_id: issued.id },
        reason: null,
      })
      return issued.token
    })
    process.stdout.write(`operator ${email}\npassword ${password}\ntoken    ${token}\n`)
  } catch (error) {
    if (violates(error, 'users_email'))
      throw new ConfigError(`An account for ${email} already exists. Use another email address.`)
    throw error
  } finally {
    await db.close()
  }
}
