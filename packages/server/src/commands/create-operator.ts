// `create-operator EMAIL`: the first operator of a production service, with a token shown once.
import type { Config } from '../config.ts'
import { ConfigError } from '../config.ts'
import { violates } from '../db/sql.ts'
import { createLogger } from '../http/logger.ts'
import { systemClock } from '../kernel/clock.ts'
import { isEmail } from '../kernel/email-address.ts'
import { randomToken } from '../kernel/secret-box.ts'
import { createUser, hashPassword, issueOperatorToken } from '../modules/accounts/index.ts'
import { ensureDataDirectory, openDatabase } from '../service.ts'

export async function createOperator(config: Config, email: string | undefined): Promise<void> {
  if (!email || !isEmail(email)) throw new ConfigError('usage: create-operator EMAIL')
  ensureDataDirectory(config)
  const db = await openDatabase(config, createLogger(config))
  const password = randomToken('', 12)
  const passwordHash = await hashPassword(password)
  try {
    const token = await db.tx(async (tx) => {
      const now = systemClock.now()
      const user = await createUser(tx, { email, passwordHash, role: 'operator' }, now)
      return (await issueOperatorToken(tx, { name: email, userId: user.id }, now)).token
    })
    process.stdout.write(`operator ${email}\npassword ${password}\ntoken    ${token}\n`)
  } catch (error) {
    if (violates(error, 'users_email')) throw new ConfigError(`there is an account for ${email} already`)
    throw error
  } finally {
    await db.close()
  }
}
