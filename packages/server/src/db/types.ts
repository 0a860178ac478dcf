// How column types arrive in JavaScript, the same from both engines.
import pg from 'pg'
import { invariant } from '../kernel/errors.ts'

const INT8 = 20
const NUMERIC = 1700
const DATE = 1082

function safeInteger(text: string): number {
  const value = Number(text)
  invariant(Number.isSafeInteger(value), `integer out of range: ${text}`)
  return value
}

export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return safeInteger
    // sum(int8) is numeric; our sums are whole cents. A calendar day stays text: it has no time zone.
    if (oid === NUMERIC) return (text: string) => (text.includes('.') ? Number(text) : safeInteger(text))
    if (oid === DATE) return (text: string) => text
    return pg.types.getTypeParser(oid, format as 'text')
  }) as pg.CustomTypesConfig['getTypeParser'],
}
