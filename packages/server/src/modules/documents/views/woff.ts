// Unpacks a WOFF font into the TrueType or OpenType font that it holds. Done once here, or else the PDF library would unpack fonts for
// every document.
import { inflateSync } from 'node:zlib'
import { invariant } from '../../../kernel/errors.ts'

const HEADER_BYTES = 44
const ENTRY_BYTES = 20
const SFNT_HEADER_BYTES = 12
const SFNT_ENTRY_BYTES = 16

type Table = { tag: Buffer; checksum: number; data: Buffer }

/** Tables begin at multiples of four. */
const padded = (length: number): number => (length + 3) & ~3

function readTable(woff: Buffer, at: number): Table {
  const offset = woff.readUInt32BE(at + 4)
  const packedLength = woff.readUInt32BE(at + 8)
  const length = woff.readUInt32BE(at + 12)
  const packed = woff.subarray(offset, offset + packedLength)
  // A table that would not get smaller is stored as it is.
  const data = packedLength < length ? inflateSync(packed) : packed
  invariant(data.length === length, 'a font table has its length')
  return { tag: woff.subarray(at, at + 4), checksum: woff.readUInt32BE(at + 16), data }
}

export function unpackWoff(woff: Buffer): Buffer {
  invariant(woff.toString('latin1', 0, 4) === 'wOFF', 'the file is a WOFF font')
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => readTable(woff, HEADER_BYTES + index * ENTRY_BYTES))
  const start = SFNT_HEADER_BYTES + count * SFNT_ENTRY_BYTES
  const font = Buffer.alloc(tables.reduce((sum, { data }) => sum + padded(data.length), start))
  woff.copy(font, 0, 4, 8)
  const power = 2 ** Math.floor(Math.log2(count))
  font.writeUInt16BE(count, 4)
  font.writeUInt16BE(power * SFNT_ENTRY_BYTES, 6)
  font.writeUInt16BE(Math.log2(power), 8)
  font.writeUInt16BE((count - power) * SFNT_ENTRY_BYTES, 10)
  let at = start
  tables.forEach(({ tag, checksum, data }, index) => {
    const entry = SFNT_HEADER_BYTES + index * SFNT_ENTRY_BYTES
    tag.copy(font, entry)
    font.writeUInt32BE(checksum, entry + 4)
    font.writeUInt32BE(at, entry + 8)
    font.writeUInt32BE(data.length, entry + 12)
    data.copy(font, at)
    at += padded(data.length)
  })
  return font
}
