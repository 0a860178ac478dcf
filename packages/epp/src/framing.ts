// The data units of RFC 5734: four bytes of length, which count themselves, then the XML.
import { EppProtocolError } from './errors.ts'

const HEADER_BYTES = 4
/** Far above any frame of these objects. A longer one is a mistake or an attack. */
export const FRAME_BYTES_MAX = 256 * 1024

export function encodeFrame(xml: string): Buffer {
  const length = HEADER_BYTES + Buffer.byteLength(xml)
  if (length > FRAME_BYTES_MAX)
    throw new EppProtocolError(`The frame has ${length} bytes. At most ${FRAME_BYTES_MAX} are allowed.`)
  const frame = Buffer.allocUnsafe(length)
  frame.writeUInt32BE(length, 0)
  frame.write(xml, HEADER_BYTES)
  return frame
}

/** Collects the bytes of a connection and returns the XML of each complete frame. */
export class FrameReader {
  #parts: Buffer[] = []
  #length = 0
  readonly #bytesMax: number

  constructor(bytesMax = FRAME_BYTES_MAX) {
    this.#bytesMax = bytesMax
  }

  /** True when a frame has begun and its end has not arrived. */
  get isInside(): boolean {
    return this.#length > 0
  }

  push(bytes: Buffer): Buffer[] {
    this.#parts.push(bytes)
    this.#length += bytes.length
    const frames: Buffer[] = []
    for (let frame = this.#take(); frame !== null; frame = this.#take()) frames.push(frame)
    return frames
  }

  #take(): Buffer | null {
    if (this.#length < HEADER_BYTES) return null
    const [first = Buffer.alloc(0)] = this.#parts
    const header = first.length >= HEADER_BYTES ? first : this.#join()
    const length = header.readUInt32BE(0)
    if (length <= HEADER_BYTES || length > this.#bytesMax)
      throw new EppProtocolError(`A frame of ${length} bytes was announced. Allowed are 5 to ${this.#bytesMax}.`)
    if (this.#length < length) return null
    const all = this.#join()
    const rest = all.subarray(length)
    this.#parts = rest.length > 0 ? [rest] : []
    this.#length = rest.length
    return all.subarray(HEADER_BYTES, length)
  }

  #join(): Buffer {
    const [first] = this.#parts
    if (first !== undefined && this.#parts.length === 1) return first
    const all = Buffer.concat(this.#parts, this.#length)
    this.#parts = [all]
    return all
  }
}
