// How column types arrive in JavaScript, the same from both engines.
import pg from 'pg'
import { invariant } from '../kernel/errors.ts'

const INT8 = 20
const NUMERIC = 1700
const DATE = 1082
const TIMESTAMPTZ = 1184

function safeInteger(text: string): number {
  const value = Number(text)
  invariant(Number.isSafeInteger(value), `integer out of range: ${text}`)
  return value
}

const parseTime = pg.types.getTypeParser(TIMESTAMPTZ, 'text') as (text: string) => unknown

/** `2026-01-31 12:00:00.123456+00`: a session in UTC and a plain year, which JavaScript reads by itself, and faster. */
function readTime(text: string): unknown {
  const end = text.length - 3
  if (end < 19 || end > 26 || text[4] !== '-' || text[10] !== ' ' || !text.endsWith('+00')) return parseTime(text)
  return new Date(`${text.slice(0, 10)}T${text.slice(11, end)}Z`)
}

export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return safeInteger
    // sum(int8) is numeric; our sums are whole cents. A calendar day stays text: it has no time zone.
    if (oid === NUMERIC) return (text: string) => (text.includes('.') ? Number(text) : safeInteger(text))
    if (oid === DATE) return (text: string) => text
    if (oid === TIMESTAMPTZ) return readTime
    return pg.types.getTypeParser(oid, format as 'text')
  }) as pg.CustomTypesConfig['getTypeParser'],
}
