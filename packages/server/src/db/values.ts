// How values go to the server. The driver's own way is several times slower with times and lists, which most writes consist of.

const YEAR_MAX_MS = Date.UTC(10_000, 0)
const YEAR_MIN_MS = Date.UTC(1, 0)

/** Years that ISO 8601 writes with four digits. Other times are left to the driver. */
const isPlain = (ms: number): boolean => ms < YEAR_MAX_MS && ms >= YEAR_MIN_MS

const quote = (text: string): string =>
  text.includes('"') || text.includes('\\') ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`

/** One element of a list, or undefined if the driver has to do it. */
function encodeElement(value: unknown): string | undefined {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number' || typeof value === 'boolean') return `"${value}"`
  if (value instanceof Date && isPlain(value.getTime())) return `"${value.toISOString()}"`
  return undefined
}

function encodeList(values: readonly unknown[]): unknown {
  let text = '{'
  for (let index = 0; index < values.length; index++) {
    const element = encodeElement(values[index])
    if (element === undefined) return values
    text += index === 0 ? element : `,${element}`
  }
  return `${text}}`
}

/** Text where we are faster, otherwise the value itself. */
export function encodeValue(value: unknown): unknown {
  if (Array.isArray(value)) return encodeList(value)
  if (value instanceof Date && isPlain(value.getTime())) return value.toISOString()
  return value
}
