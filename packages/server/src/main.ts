// argv → command. Whatever goes wrong before the service runs is one clear line and a non-zero exit.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createOperator } from './commands/create-operator.ts'
import { migrateCommand } from './commands/migrate.ts'
import { serve } from './commands/serve.ts'
import { worker } from './commands/worker.ts'
import { ConfigError, readConfig } from './config.ts'
import { MigrationError } from './db/migrate.ts'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..')

export async function main(args: readonly string[]): Promise<void> {
  const [command = 'serve', ...rest] = args
  try {
    const config = readConfig(process.env, ROOT)
    if (command === 'serve') await serve(config)
    else if (command === 'worker') await worker(config)
    else if (command === 'migrate') await migrateCommand(config)
    else if (command === 'create-operator') await createOperator(config, rest[0])
    else throw new ConfigError(`unknown command "${command}": serve, worker, migrate or create-operator`)
  } catch (error) {
    const known = error instanceof ConfigError || error instanceof MigrationError
    process.stderr.write(`freehold: ${known ? error.message : ((error as Error).stack ?? String(error))}\n`)
    process.exit(1)
  }
}
