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
function randomBytes(count: number): Buffer {
  if (spent + count > page.length) {
    randomFillSync(page)
    spent = 0
  }
  spent += count
  return Buffer.from(page.subarray(spent - count, spent))
}

/** The last random part of each recent millisecond: several, because sandbox partners have clocks of their own. */
const recent = new Map<number, Buffer>()
const RECENT_MAX = 64

/** Within one process two ids of the same millisecond still sort in the order they were made. */
function nextRandom(time: number): Buffer {
  const last = recent.get(time)
  if (last === undefined) {
    const first = randomBytes(10)
    first[0]! &= 0x7f // headroom, so that counting up cannot overflow
    if (recent.size >= RECENT_MAX) recent.delete(recent.keys().next().value as number)
    recent.set(time, first)
    return first
  }
  // Step by a random amount: the order stays, the next id cannot be guessed from this one.
  let carry = 1 + randomBytes(2).readUInt16BE(0)
  for (let i = 9; i >= 0 && carry > 0; i--) {
    const sum = last[i]! + (carry & 0xff)
    last[i] = sum & 0xff
    carry = (carry >> 8) + (sum >> 8)
  }
  return last
}

function encodeTime(time: number): string {
  let text = ''
  let rest = time
  for (let i = 0; i < 10; i++) {
    text = ALPHABET[rest % 32] + text
    rest = Math.floor(rest / 32)
  }
  return text
}

function encode(time: number, random: Buffer): string {
  let text = encodeTime(time)
  let bits = 0
  let value = 0
  for (const byte of random) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(value >> bits) & 31]
    }
    value &= (1 << bits) - 1
  }
  return text
}

export function newId<K extends IdKind>(kind: K, at: Date): Id<K> {
  const time = at.getTime()
  return `${ID_PREFIXES[kind]}${encode(time, nextRandom(time))}` as Id<K>
}

/** IDs made from this moment on sort after it, earlier ones before it. */
export const idBound = (kind: IdKind, at: Date): string => ID_PREFIXES[kind] + encodeTime(at.getTime())

/** A malformed id is simply an id of nothing: callers answer 404. */
export function isId<K extends IdKind>(kind: K, text: string): text is Id<K> {
  const prefix = ID_PREFIXES[kind]
  return text.startsWith(prefix) && BODY.test(text.slice(prefix.length))
}
