// argv → command. Whatever goes wrong before the service runs is one clear line and a non-zero exit.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Config, ConfigError, readConfig } from './config.ts'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..')

/** Loaded when they are wanted: a wrong setting is told before anything else is read. */
const COMMANDS: Record<string, (config: Config, args: readonly string[]) => Promise<void>> = {
  serve: async (config) => (await import('./commands/serve.ts')).serve(config),
  worker: async (config) => (await import('./commands/worker.ts')).worker(config),
  search: async (config) => (await import('./commands/search.ts')).search(config),
  migrate: async (config) => (await import('./commands/migrate.ts')).migrateCommand(config),
  'create-operator': async (config, args) =>
    (await import('./commands/create-operator.ts')).createOperatorCommand(config, args),
  'copy-to': async (config, [url]) => (await import('./commands/copy-to.ts')).copyTo(config, url),
  'registry-simulator': async (config, args) =>
    (await import('./commands/registry-simulator.ts')).registrySimulator(config, args),
}

const isKnown = (error: Error): boolean => error instanceof ConfigError || error.name === 'MigrationError'

export async function main(args: readonly string[]): Promise<void> {
  const [name = 'serve', ...rest] = args
  try {
    const config = readConfig(process.env, ROOT)
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (!command)
      throw new ConfigError(
        `Unknown command "${name}". Use serve, worker, search, migrate, create-operator, copy-to or registry-simulator.`,
      )
    await command(config, rest)
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    process.stderr.write(`freehold: ${isKnown(error) ? error.message : (error.stack ?? error.message)}\n`)
    process.exit(1)
  }
}
