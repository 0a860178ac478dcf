// Expiry dates as people write them.
import { describe, expect, it } from 'vitest'
import { parseExpiry } from './cards.ts'

describe('an expiry date', () => {
  it.each(['05/28', '5/28', '05/2028', '05 / 28', '05-28', '2028-05', '2028/5', '0528', '052028', '202805'])(
    'is read from %s',
    (text) => {
      expect(parseExpiry(text)).toEqual({ month: 5, year: 2028 })
    },
  )

  it.each(['', '13/28', '00/28', '5', '05/', '05/8', '05/028', '05/28/01', 'May 2028', '0'.repeat(30), '1328'])(
    'is not read from %j',
    (text) => {
      expect(parseExpiry(text)).toBeNull()
    },
  )
})
