// Cuts text that is written down, so that no one decides how much disk a line of a log takes.
import { LOGGED_FIELD_BYTES_MAX } from '../limits.ts'

/** Shows that text was cut. It is in no path, header or canonical query: those are Latin-1 or ASCII. */
export const CUT_MARK = '…'
const MARK_BYTES = Buffer.byteLength(CUT_MARK)
/** A UTF-16 code unit is at most this many bytes of UTF-8, so short text needs no counting. */
const UNIT_BYTES_MAX = 3

/** At most `bytesMax` bytes of UTF-8, cut between two characters and marked where something is missing. */
export function cutText(text: string, bytesMax: number = LOGGED_FIELD_BYTES_MAX): string {
  if (text.length * UNIT_BYTES_MAX <= bytesMax) return text
  // No character is shorter than a byte, so what lies beyond does not have to be encoded.
  const bytes = Buffer.from(text.slice(0, bytesMax + 1), 'utf8')
  if (text.length <= bytesMax && bytes.length <= bytesMax) return text
  let end = bytesMax - MARK_BYTES
  // 10xxxxxx continues a character.
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--
  return `${bytes.toString('utf8', 0, end)}${CUT_MARK}`
}

export const isCut = (text: string): boolean => text.endsWith(CUT_MARK)
