// The id of a statement follows from what it is of, so that a run that is repeated makes the same statement, not another.
import { createHash } from 'node:crypto'
import { ID_PREFIXES, type Id } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Ten characters of time, as every id has, then eighty bits of a hash: sorting by id sorts by period. The ledger keeps the journals
 * of deleted statements, so a sandbox makes other IDs after each reset.
 */
export function statementId(owner: Owner, currency: string, periodStart: Date, resets = 0): Id<'settlement'> {
  let time = ''
  for (let rest = periodStart.getTime(), n = 0; n < 10; n++, rest = Math.floor(rest / 32))
    time = ALPHABET[rest % 32] + time
  const digest = createHash('sha256')
    .update(
      [owner.partnerId, owner.environment, currency, periodStart.toISOString(), ...(resets > 0 ? [resets] : [])].join(
        ' ',
      ),
    )
    .digest()
  let hash = ''
  // Five bits of each byte are as random as the byte.
  for (const byte of digest.subarray(0, 16)) hash += ALPHABET[byte & 31]
  return `${ID_PREFIXES.settlement}${time}${hash}`
}
