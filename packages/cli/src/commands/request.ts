// `freehold request`: sends any request to any of the APIs.
import { readFileSync } from 'node:fs'
import { type Command, parseChoice, text } from '../command.ts'
import { UsageError } from '../usage.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Reads JSON from the argument, from a file (`@FILE`) or from stdin (`@-`). */
function parseBody(typed: string | undefined): unknown {
  if (typed === undefined) return undefined
  const file = typed.startsWith('@') ? typed.slice(1) : null
  let json = typed
  try {
    if (file !== null) json = readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    throw new UsageError(`Cannot read ${file}: ${(error as Error).message}`)
  }
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new UsageError(`The body is not valid JSON: ${(error as Error).message}`)
  }
}

export const request: Command = {
  name: 'request',
  summary: 'Send any request, signed or with the operator token.',
  usage: 'METHOD PATH [JSON | @FILE | @-] [--idempotency-key KEY]',
  options: {
    'idempotency-key': {
      type: 'string',
      value: 'KEY',
      help: 'Repeat with the same key to get the stored response. Default: a random key.',
    },
  },
  takes: [2, 3],
  async run({ args: [typed = '', path = '', body], values, partner, operator, output }) {
    const method = parseChoice(METHODS, typed.toUpperCase(), 'method')
    if (!path.startsWith('/api/')) throw new UsageError(`The path must start with /api/, not "${path}".`)
    const isOperators = path.startsWith('/api/operator/')
    const client = isOperators ? operator() : partner()
    const response = await client.send({
      method,
      path,
      body: parseBody(body),
      signed: path.startsWith('/api/partner/'),
      idempotencyKey: text(values, 'idempotency-key'),
    })
    output.show(response.data ?? null, () =>
      output.line(response.data === undefined ? `${response.status}` : JSON.stringify(response.data, null, 2)),
    )
  },
}
