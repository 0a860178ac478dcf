// `freehold request`: any operation of any of the APIs, also those that have no command of their own.
import { readFileSync } from 'node:fs'
import { type Command, text } from '../command.ts'
import { UsageError } from '../usage.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** JSON as typed, of a file behind `@`, or of the standard input behind `@-`. */
function bodyOf(typed: string | undefined): unknown {
  if (typed === undefined) return undefined
  const file = typed.startsWith('@') ? typed.slice(1) : null
  let json = typed
  try {
    if (file !== null) json = readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`)
  }
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new UsageError(`the body is no JSON: ${(error as Error).message}`)
  }
}

export const request: Command = {
  name: 'request',
  summary: 'Send any request: signed, or with the operator token.',
  usage: 'METHOD PATH [JSON | @FILE] [--idempotency-key KEY]',
  options: { 'idempotency-key': { type: 'string' } },
  takes: [2, 3],
  async run({ args: [typed = '', path = '', body], values, partner, operator, output }) {
    const method = typed.toUpperCase()
    if (!METHODS.includes(method)) throw new UsageError(`"${typed}" is no method; it is one of ${METHODS.join(', ')}`)
    if (!path.startsWith('/api/')) throw new UsageError(`the path starts with /api/, not "${path}"`)
    const isOperators = path.startsWith('/api/operator/')
    const client = isOperators ? operator() : partner()
    const answer = await client.send({
      method,
      path,
      body: bodyOf(body),
      signed: path.startsWith('/api/partner/'),
      idempotencyKey: text(values, 'idempotency-key'),
    })
    output.show(answer.data ?? null, () =>
      output.line(answer.data === undefined ? `${answer.status}` : JSON.stringify(answer.data, null, 2)),
    )
  },
}
