// The header of W3C Trace Context: what is taken, what is as if it were not there.
import { describe, expect, it } from 'vitest'
import { errorCode, formatTraceparent, inSpan, parseTraceparent } from './trace.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

describe('traceparent', () => {
  it('is read and written alike', () => {
    for (const flags of ['00', '01']) {
      const header = `00-${TRACE}-${SPAN}-${flags}`
      const context = parseTraceparent(header)
      expect(context).toEqual({ traceId: TRACE, spanId: SPAN, sampled: flags === '01' })
      expect(formatTraceparent(context!)).toBe(header)
    }
  })

  it('of a later version is read as far as it is known', () => {
    expect(parseTraceparent(`01-${TRACE}-${SPAN}-03-more`)).toEqual({ traceId: TRACE, spanId: SPAN, sampled: true })
  })

  it.each([
    undefined,
    ['a', 'b'],
    '',
    'nonsense',
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01-more`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01\n`.repeat(2),
  ])('%j is as if it were not there', (header) => expect(parseTraceparent(header)).toBeNull())
})

describe('a span', () => {
  it('costs nothing without a tracer: the work only runs', async () => {
    expect(await inSpan(null, 'work', {}, async (span) => span)).toBeNull()
  })

  it('tells the code of an error and never its text', () => {
    expect(errorCode(Object.assign(new Error('secret'), { code: '23505' }))).toBe('23505')
    expect(errorCode(new TypeError('secret'))).toBe('TypeError')
    expect(errorCode('secret')).toBe('unknown')
  })
})
