// Who is answered in lines.
import { expect, it } from 'vitest'
import { wantsLines } from './ndjson.ts'

it.each([
  ['application/x-ndjson', true],
  ['text/html, application/x-ndjson;q=0.5', true],
  ['application/json', false],
  ['*/*', false],
  ['application/x-ndjson;q=0', false],
  [undefined, false],
])('Accept %j: lines %s', (accept, lines) => expect(wantsLines(accept)).toBe(lines))
