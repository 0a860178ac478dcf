// Answers in lines: one JSON value a line, sent as soon as it is known, to whoever asks for application/x-ndjson.
import { Readable } from 'node:stream'
import { RawResponse } from './define-route.ts'

export const NDJSON = 'application/x-ndjson'

/** A streamed form is for clients that name its type; a client that accepts anything gets JSON. */
export const acceptsType = (accept: string | undefined, wanted: string): boolean =>
  (accept ?? '').split(',').some((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    return type === wanted && !parameters.some((one) => /^q=0(\.0*)?$/.test(one))
  })

export const wantsLines = (accept: string | undefined): boolean => acceptsType(accept, NDJSON)

async function* formatLines(values: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`
}

export const toLineResponse = (values: AsyncIterable<object>): RawResponse =>
  new RawResponse(`${NDJSON}; charset=utf-8`, Readable.from(formatLines(values)))
