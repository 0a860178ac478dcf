// Identifiers: a typed prefix and 26 characters, time first, so that sorting by id sorts by age.
import { randomFillSync } from 'node:crypto'

export const ID_PREFIXES = {
  partner: 'ptn_',
  credential: 'crd_',
  user: 'usr_',
  session: 'ses_',
  invitation: 'inv_',
  passkey: 'pky_',
  mail: 'msg_',
  claim: 'clm_',
  operatorToken: 'opt_',
  oauthClient: 'oac_',
  oauthGrant: 'ogr_',
  audit: 'aud_',
  listing: 'lst_',
  import: 'imp_',
  quote: 'quo_',
  order: 'ord_',
  checkoutSession: 'cs_',
  brokerageCase: 'brk_',
  refund: 'rfd_',
  settlement: 'stl_',
  adjustment: 'adj_',
  transaction: 'txn_',
  payout: 'pay_',
  sellerPayout: 'spo_',
  link: 'lnk_',
  sale: 'sal_',
  commissionEntry: 'cle_',
  event: 'evt_',
  delivery: 'dlv_',
  webhookEndpoint: 'whe_',
  bulkRun: 'blk_',
  registryCommand: 'cmd_',
  purchase: 'pur_',
  request: 'req_',
  document: 'doc_',
  offer: 'off_',
  dispute: 'dsp_',
} as const

export type IdKind = keyof typeof ID_PREFIXES
export type Id<K extends IdKind = IdKind> = `${(typeof ID_PREFIXES)[K]}${string}`

// Crockford's alphabet in lower case: no i, l, o, u, so ids survive being read aloud.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const BODY = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/

/** Drawn from the system by the page: a call for two bytes costs as much as one for four thousand. */
const page = Buffer.alloc(4096)
let spent = page.length
function takeRandom(count: number): number {
  if (spent + count > page.length) {
    randomFillSync(page)
    spent = 0
  }
  spent += count
  return spent - count
}

/** The last random part of each recent millisecond: several, because sandbox partners have clocks of their own. */
const recent = new Map<number, Buffer>()
const RECENT_MAX = 64

/** Within one process two ids of the same millisecond still sort in the order they were made. */
function nextRandom(time: number): Buffer {
  const last = recent.get(time)
  if (last === undefined) {
    const from = takeRandom(10)
    const first = Buffer.from(page.subarray(from, from + 10))
    first[0]! &= 0x7f // headroom, so that counting up cannot overflow
    if (recent.size >= RECENT_MAX) recent.delete(recent.keys().next().value as number)
    recent.set(time, first)
    return first
  }
  // Step by a random amount: the order stays, the next id cannot be guessed from this one.
  let carry = 1 + page.readUInt16BE(takeRandom(2))
  for (let i = 9; i >= 0 && carry > 0; i--) {
    const sum = last[i]! + (carry & 0xff)
    last[i] = sum & 0xff
    carry = (carry >> 8) + (sum >> 8)
  }
  return last
}

/** All pairs of characters, by the ten bits that they stand for. */
const PAIRS = Array.from({ length: 1024 }, (_, bits) => ALPHABET[bits >> 5]! + ALPHABET[bits & 31]!)

/** Many IDs are made in one millisecond. */
let [encodedAt, encodedTime] = [-1, '']
function encodeTime(time: number): string {
  if (time === encodedAt) return encodedTime
  let text = ''
  let rest = time
  for (let i = 0; i < 5; i++) {
    text = PAIRS[rest % 1024] + text
    rest = Math.floor(rest / 1024)
  }
  encodedAt = time
  encodedTime = text
  return text
}

/** Forty bits, eight characters. */
const encodeFive = (bytes: Buffer, at: number): string => {
  const [a, b, c, d, e] = [bytes[at]!, bytes[at + 1]!, bytes[at + 2]!, bytes[at + 3]!, bytes[at + 4]!]
  return (
    PAIRS[(a << 2) | (b >> 6)]! +
    PAIRS[((b & 63) << 4) | (c >> 4)]! +
    PAIRS[((c & 15) << 6) | (d >> 2)]! +
    PAIRS[((d & 3) << 8) | e]!
  )
}

const encode = (time: number, random: Buffer): string =>
  encodeTime(time) + encodeFive(random, 0) + encodeFive(random, 5)

export function newId<K extends IdKind>(kind: K, at: Date): Id<K> {
  const time = at.getTime()
  return `${ID_PREFIXES[kind]}${encode(time, nextRandom(time))}` as Id<K>
}

/** IDs made from this moment on sort after it, earlier ones before it. */
export const idBound = (kind: IdKind, at: Date): string => ID_PREFIXES[kind] + encodeTime(at.getTime())

/** The time that an ID, or a bound, begins with. */
export const readIdTime = (id: string): Date => {
  const start = id.indexOf('_') + 1
  return new Date(
    Array.from(id.slice(start, start + 10)).reduce((time, digit) => time * 32 + ALPHABET.indexOf(digit), 0),
  )
}

/** A malformed id is simply an id of nothing: callers answer 404. */
export function isId<K extends IdKind>(kind: K, text: string): text is Id<K> {
  const prefix = ID_PREFIXES[kind]
  return text.startsWith(prefix) && BODY.test(text.slice(prefix.length))
}
