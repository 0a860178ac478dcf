// Takes the children of an element in the order of its schema. Anything missing or left over breaks the protocol.
import { EppProtocolError } from '../errors.ts'
import type { XmlElement } from './parse.ts'

/** As `xs:token` says: no space around, single spaces inside. */
export const toToken = (value: string): string => (/\s/.test(value) ? value.trim().split(/\s+/).join(' ') : value)

export class ElementReader {
  readonly element: XmlElement
  #next = 0

  constructor(element: XmlElement) {
    this.element = element
  }

  refuse(problem: string, code?: number): never {
    throw new EppProtocolError(`<${this.element.name}>: ${problem}.`, code)
  }

  /** The next child, whatever it is. */
  peek(): XmlElement | null {
    return this.element.children[this.#next] ?? null
  }

  takeAny(): XmlElement {
    const child = this.peek() ?? this.refuse('an element is missing')
    this.#next++
    return child
  }

  optional(name: string): XmlElement | null {
    const child = this.peek()
    if (child?.name !== name || child.namespace !== this.element.namespace) return null
    this.#next++
    return child
  }

  take(name: string): XmlElement {
    return this.optional(name) ?? this.refuse(`<${name}> is missing or in the wrong place`)
  }

  many(name: string): XmlElement[] {
    const found: XmlElement[] = []
    for (let child = this.optional(name); child !== null; child = this.optional(name)) found.push(child)
    return found
  }

  text(name: string): string {
    return readText(this.take(name))
  }

  optionalText(name: string): string | null {
    const child = this.optional(name)
    return child === null ? null : readText(child)
  }

  texts(name: string): string[] {
    return this.many(name).map(readText)
  }

  date(name: string): Date {
    return this.optionalDate(name) ?? this.refuse(`<${name}> is missing or in the wrong place`)
  }

  optionalDate(name: string): Date | null {
    const value = this.optionalText(name)
    return value === null ? null : parseDate(value)
  }

  attribute(name: string): string {
    return this.element.attributes.get(name) ?? this.refuse(`the attribute ${name} is missing`)
  }

  optionalAttribute(name: string): string | null {
    return this.element.attributes.get(name) ?? null
  }

  choice<Value extends string>(name: string, allowed: readonly Value[], fallback?: Value): Value {
    const value = this.optionalAttribute(name) ?? fallback
    return allowed.find((one) => one === value) ?? this.refuse(`the attribute ${name} must be ${allowed.join(' or ')}`)
  }

  end(): void {
    const child = this.peek()
    if (child !== null) this.refuse(`<${child.name}> is not expected here`)
    if (this.element.text.trim() !== '') this.refuse('text is not expected here')
  }
}

/** Reads a whole element with a reader that must reach its end. */
export function readElement<Value>(element: XmlElement, read: (reader: ElementReader) => Value): Value {
  const reader = new ElementReader(element)
  const value = read(reader)
  reader.end()
  return value
}

export function readText(element: XmlElement): string {
  if (element.children.length > 0) throw new EppProtocolError(`<${element.name}>: only text is expected here.`)
  return toToken(element.text)
}

const DATE_TIME = /^-?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)?$/
const DATE_TIME_LENGTH_MAX = 50

/** `xs:dateTime`. A time without a zone is UTC, as RFC 5730 asks for. */
export function parseDate(value: string): Date {
  const match = value.length <= DATE_TIME_LENGTH_MAX ? DATE_TIME.exec(value) : null
  const date = match ? new Date(match[2] ? value : `${value}Z`) : null
  if (!date || Number.isNaN(date.getTime())) throw new EppProtocolError('A date and time is not valid.')
  return date
}

/** Decimal digits only, within the limits of its schema. */
export function parseInteger(value: string, min: number, max: number): number {
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= min && number <= max)) throw new EppProtocolError(`A number must be from ${min} to ${max}.`)
  return number
}

export function parseBoolean(value: string): boolean {
  if (value === '1' || value === 'true') return true
  if (value === '0' || value === 'false') return false
  throw new EppProtocolError('A boolean must be 1, true, 0 or false.')
}
