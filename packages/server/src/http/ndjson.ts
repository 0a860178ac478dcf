// Answers in lines: one JSON value a line, sent as soon as it is known, to whoever asks for application/x-ndjson.
import { Readable } from 'node:stream'
import { acceptsType } from './accepted.ts'
import { RawResponse } from './define-route.ts'

export const NDJSON = 'application/x-ndjson'

export const wantsLines = (accept: string | undefined): boolean => acceptsType(accept, NDJSON)

async function* formatLines(values: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`
}

export const toLineResponse = (values: AsyncIterable<object>): RawResponse =>
  new RawResponse(`${NDJSON}; charset=utf-8`, Readable.from(formatLines(values)))
