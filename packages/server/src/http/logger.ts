// The log: a line of JSON for each thing that happened. Nearly every line is a request's, so lines are made to be cheap.
import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from '../config.ts'
import { systemClock } from '../kernel/clock.ts'

/** Many lines fall into one millisecond, and writing its time out costs as much as all the rest of a short line. */
function createTimestamp(): () => string {
  let [at, text] = [0, '']
  return () => {
    const now = systemClock.now()
    if (now.getTime() === at) return text
    at = now.getTime()
    text = `,"time":"${now.toISOString()}"`
    return text
  }
}

const GATHER_MS = 10

/** Lines of a moment are written together, in one call of the system. Whatever ends the process but SIGKILL loses none. */
function writeTogether(out: DestinationStream): DestinationStream {
  let lines = ''
  const flush = () => {
    const written = lines
    lines = ''
    if (written !== '') out.write(written)
  }
  process.on('exit', flush)
  return {
    write(line) {
      if (lines === '') setTimeout(flush, GATHER_MS)
      lines += line
    },
  }
}

export const createLogger = (
  config: Pick<Config, 'logLevel'>,
  out: DestinationStream = pino.destination({ fd: process.stdout.fd, sync: true }),
): Logger =>
  pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: createTimestamp(),
      redact: { paths: ['*.secret', '*.password', '*.token', '*.authorization'], censor: '[redacted]' },
    },
    writeTogether(out),
  )
