// How a process ends when it is told to: it finishes what is under way, within the time it has for that.
import type { Logger } from 'pino'
import type { Config } from '../config.ts'

/** A client that never ends its request, or a database that does not answer, must not keep the process from stopping. */
export function drainOnSignal({ drainSeconds }: Pick<Config, 'drainSeconds'>, log: Logger, close: () => Promise<void>) {
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'draining')
    setTimeout(() => {
      log.error({ drainSeconds }, 'requests were still in progress when the drain timeout expired')
      process.exit(1)
    }, drainSeconds * 1000).unref()
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', (signal) => void stop(signal))
  process.on('SIGINT', (signal) => void stop(signal))
}
