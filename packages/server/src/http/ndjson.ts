// Answers in lines: one JSON value a line, sent as soon as it is known, to whoever asks for application/x-ndjson.
import { Readable } from 'node:stream'
import { RawResponse } from './define-route.ts'

export const NDJSON = 'application/x-ndjson'

/** Lines are for whoever names them; whoever takes anything gets JSON. */
export const wantsLines = (accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    return type === NDJSON && !parameters.some((one) => /^q=0(\.0*)?$/.test(one))
  })

async function* formatLines(values: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`
}

export const toLineResponse = (values: AsyncIterable<object>): RawResponse =>
  new RawResponse(`${NDJSON}; charset=utf-8`, Readable.from(formatLines(values)))
