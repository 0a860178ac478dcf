// `freehold sign`: shows the canonical string and headers of a request, and compares another canonical string with it.
import { readFileSync } from 'node:fs'
import { signRequest } from '@freehold/sdk'
import { type Command, text } from '../command.ts'
import { EXIT } from '../failure.ts'
import { UsageError } from '../usage.ts'

const LINES = ['method', 'path', 'query', 'timestamp', 'nonce', 'body hash'] as const

export type Difference = { line: string; ours: string; yours: string }

const splitLines = (canonical: string): string[] => canonical.replace(/\r?\n$/, '').split('\n')

/** Compares line by line. A line that one side lacks is a difference. */
export function differences(ours: string, yours: string): Difference[] {
  const [left, right] = [ours.split('\n'), splitLines(yours)]
  const count = Math.max(left.length, right.length)
  return Array.from({ length: count }, (_, at) => ({
    line: LINES[at] ?? `line ${at + 1}`,
    ours: left[at] ?? '(missing)',
    yours: right[at] ?? '(missing)',
  })).filter((one) => one.ours !== one.yours)
}

/** Quotes a line with characters that a terminal does not show, such as a carriage return. */
const visible = (line: string): string => (/[^!-~]/.test(line) ? JSON.stringify(line) : line)

function readCompared(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    throw new UsageError(`Cannot read ${file}: ${(error as Error).message}`)
  }
}

/** The timestamp and nonce of a canonical string, so that two signers can be compared at different times. */
export function readTimeAndNonce(canonical: string): { timestamp: string | undefined; nonce: string | undefined } {
  const [, , , timestamp = '', nonce = ''] = splitLines(canonical)
  return {
    timestamp: /^\d{1,12}$/.test(timestamp) ? timestamp : undefined,
    nonce: /^[\w.~-]{8,128}$/.test(nonce) ? nonce : undefined,
  }
}

export const sign: Command = {
  name: 'sign',
  summary: 'Show the canonical string of a request, or compare yours with it.',
  usage: 'METHOD PATH [BODY] [--timestamp SECONDS] [--nonce NONCE] [--compare FILE]',
  options: {
    timestamp: { type: 'string', value: 'SECONDS', help: 'Unix time to sign. Default: the time in --compare, or now.' },
    nonce: { type: 'string', value: 'NONCE', help: 'Nonce to sign. Default: the nonce in --compare, or a random one.' },
    compare: {
      type: 'string',
      value: 'FILE',
      help: 'A file with your canonical string (- for stdin). Exits with 1 if it differs.',
    },
  },
  takes: [2, 3],
  async run({ args: [method = '', target = '', body], values, profile, output }) {
    const { keyId, secret } = profile
    if (!keyId || !secret) throw new UsageError('You are not signed in with an API key. Run: freehold login')
    if (!target.startsWith('/')) throw new UsageError(`The path must start with a slash, not "${target}".`)
    const [path = '', query] = target.split(/\?(.*)/s)
    const file = text(values, 'compare')
    const yours = file === undefined ? null : readCompared(file)
    const given = yours === null ? null : readTimeAndNonce(yours)
    const timestamp = text(values, 'timestamp') ?? given?.timestamp
    const nonce = text(values, 'nonce') ?? given?.nonce
    const signed = await signRequest({ method, path, query, body, keyId, secret, timestamp, nonce })
    const found = yours === null ? null : differences(signed.canonicalString, yours)
    output.show({ canonical_string: signed.canonicalString, headers: signed.headers, differences: found }, () => {
      output.line(signed.canonicalString)
      output.line()
      output.facts(Object.entries(signed.headers))
      if (!found) return
      output.line()
      if (found.length === 0) output.line('Your canonical string matches.')
      for (const { line, ours, yours: theirs } of found)
        output.line(`The ${line} differs:\n  expected  ${ours}\n  yours     ${visible(theirs)}`)
    })
    return found && found.length > 0 ? EXIT.refused : EXIT.done
  },
}
