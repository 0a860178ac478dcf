// `freehold sign`: the canonical string of a request, its headers, and where somebody else's string differs.
import { readFileSync } from 'node:fs'
import { signRequest } from '@freehold/sdk'
import { type Command, text } from '../command.ts'
import { UsageError } from '../usage.ts'

const LINES = ['method', 'path', 'query', 'timestamp', 'nonce', 'body hash'] as const

export type Difference = { line: string; ours: string; yours: string }

/** Line by line; a line that is missing on one side differs too. */
export function differences(ours: string, yours: string): Difference[] {
  const [left, right] = [ours.split('\n'), yours.replace(/\r?\n$/, '').split('\n')]
  const count = Math.max(left.length, right.length)
  return Array.from({ length: count }, (_, at) => ({
    line: LINES[at] ?? `line ${at + 1}`,
    ours: left[at] ?? '(missing)',
    yours: right[at] ?? '(missing)',
  })).filter((one) => one.ours !== one.yours)
}

/** A carriage return or a blank at the end is a difference that nobody sees. */
const visible = (line: string): string => (/[^!-~]/.test(line) ? JSON.stringify(line) : line)

function readCompared(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`)
  }
}

export const sign: Command = {
  name: 'sign',
  summary: 'Show what is signed of a request, and how yours differs.',
  usage: 'METHOD PATH [BODY] [--timestamp SECONDS] [--nonce NONCE] [--compare FILE]',
  options: { timestamp: { type: 'string' }, nonce: { type: 'string' }, compare: { type: 'string' } },
  takes: [2, 3],
  async run({ args: [method = '', target = '', body], values, profile, output }) {
    const { keyId, secret } = profile
    if (!keyId || !secret) throw new UsageError('no key: run freehold login first')
    if (!target.startsWith('/')) throw new UsageError(`the path must start with a slash, not "${target}"`)
    const [path = '', query] = target.split(/\?(.*)/s)
    const [timestamp, nonce] = [text(values, 'timestamp'), text(values, 'nonce')]
    const signed = await signRequest({ method, path, query, body, keyId, secret, timestamp, nonce })
    const file = text(values, 'compare')
    const found = file ? differences(signed.canonicalString, readCompared(file)) : null
    output.show({ canonical_string: signed.canonicalString, headers: signed.headers, differences: found }, () => {
      output.line(signed.canonicalString)
      output.line()
      output.facts(Object.entries(signed.headers))
      if (!found) return
      output.line()
      if (found.length === 0) output.line('Yours is the same.')
      for (const { line, ours, yours } of found)
        output.line(`${line} differs:\n  here  ${ours}\n  yours ${visible(yours)}`)
    })
  },
}
