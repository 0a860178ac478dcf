// The depth of a body is counted in its text, and braces in strings do not count.
import { describe, expect, it } from 'vitest'
import { parseJson } from './body.ts'

const parse = (text: string) => parseJson(Buffer.from(text))
const nested = (depth: number, inner: string) => `${'[{"a":'.repeat(depth)}${inner}${'}]'.repeat(depth)}`

describe('a JSON body', () => {
  it('may be nested 32 deep', () => {
    expect(parse(nested(16, '1'))).toEqual(JSON.parse(nested(16, '1')))
    expect(() => parse(nested(16, '[]'))).toThrow('must not be nested more than 32 levels deep')
    expect(() => parse(nested(16, '{}'))).toThrow('must not be nested more than 32 levels deep')
    expect(() => parse('['.repeat(100_000) + ']'.repeat(100_000))).toThrow(
      'must not be nested more than 32 levels deep',
    )
  })

  it.each(['[', '{"', '\\"[', '\\\\', '\\\\\\"{', '\u2028['])('may hold %j in a text as often as it likes', (part) => {
    const value = { [part.repeat(50)]: [part.repeat(50), part] }
    expect(parse(JSON.stringify(value))).toEqual(value)
    expect(() => parse(JSON.stringify([value, JSON.parse(nested(20, '1'))]))).toThrow(
      'must not be nested more than 32 levels deep',
    )
  })

  it('is distinguished from text that is not JSON', () => {
    expect(() => parse('['.repeat(100))).toThrow('must be valid JSON')
  })
})
