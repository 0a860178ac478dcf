// `create-operator EMAIL`: the first operator of a production service, and `--reset` for an operator who lost access.
import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { ConfigError } from '../config.ts'
import { type Tx, violates } from '../db/sql.ts'
import { createLogger } from '../http/logger.ts'
import { systemClock } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { OPERATOR_ROLES, type OperatorRole } from '../kernel/operator-roles.ts'
import { randomToken } from '../kernel/secret-box.ts'
import { parseEmail } from '../kernel/text/email-address.ts'
import { hashPassword } from '../modules/accounts/index.ts'
import { insertAudit } from '../modules/operator/index.ts'
import { createOperator, restoreOperator } from '../modules/roles/index.ts'
import { ACCOUNT_EVENTS, ensureDataDirectory, openDatabase } from '../service.ts'

const USAGE = `Usage: create-operator EMAIL [--role ${OPERATOR_ROLES.join('|')}] [--reset]`
const ACTOR = 'command:create-operator'

type Wanted = { email: string; role: OperatorRole; isReset: boolean }

export function readArguments(args: readonly string[]): Wanted {
  try {
    const options = { role: { type: 'string', default: 'admin' }, reset: { type: 'boolean', default: false } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const email = parseEmail(positionals[0] ?? '')
    const role = OPERATOR_ROLES.find((one) => one === values.role)
    if (email !== null && role !== undefined && positionals.length === 1) return { email, role, isReset: values.reset }
  } catch {
    // An unknown option: the usage says which ones there are.
  }
  throw new ConfigError(USAGE)
}

async function writeAudit(tx: Tx, route: string, input: Record<string, string | null>, now: Date): Promise<void> {
  await insertAudit(tx, {
    id: newId('audit', now),
    at: now,
    actor: ACTOR,
    route,
    method: 'COMMAND',
    path: 'create-operator',
    status: 200,
    requestId: newId('request', now),
    input,
    reason: null,
  })
}

/** The lines to print. Exported for tests. */
export async function giveAccess(tx: Tx, { email, role, isReset }: Wanted, now: Date): Promise<string[]> {
  const password = randomToken('', 16)
  const passwordHash = await hashPassword(password)
  const lines = [`operator ${email}`, `role     ${role}`, `password ${password}`]
  if (!isReset) {
    const { userId, tokenId, token } = await createOperator(tx, { email, role, passwordHash, actor: ACTOR }, now)
    await writeAudit(tx, 'operators.create', { email, role, user_id: userId, operator_token_id: tokenId }, now)
    return [...lines, `token    ${token}`]
  }
  const restored = await restoreOperator({ accountEvents: ACCOUNT_EVENTS }, tx, { email, role, passwordHash }, now)
  if (!restored) throw new ConfigError(`No account for ${email} exists. Run create-operator without --reset.`)
  await writeAudit(tx, 'operators.reset', { email, role, user_id: restored.userId, former_role: restored.before }, now)
  return lines
}

export async function createOperatorCommand(config: Config, args: readonly string[]): Promise<void> {
  const wanted = readArguments(args)
  ensureDataDirectory(config)
  const db = await openDatabase(config, createLogger(config))
  try {
    const lines = await db.tx((tx) => giveAccess(tx, wanted, systemClock.now()))
    process.stdout.write(`${lines.join('\n')}\n`)
  } catch (error) {
    if (violates(error, 'users_email'))
      throw new ConfigError(
        `An account for ${wanted.email} already exists. Add --reset to give it a new password and the role ${wanted.role}.`,
      )
    throw error
  } finally {
    await db.close()
  }
}
