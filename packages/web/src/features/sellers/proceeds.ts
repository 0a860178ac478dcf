// What a seller receives of a price, in a sentence.
import { computeShare } from '../../ui/amounts.ts'
import { moneyText, shareText } from '../../ui/text.ts'

/** Of a sale without a partner, which would earn a commission. */
export function proceedsText(cents: number, currency: string, feeBps: number, locale: string): string {
  const amount = moneyText(cents - computeShare(cents, feeBps), currency, locale, 'exact')
  return feeBps === 0
    ? `You receive ${amount}. There is no fee.`
    : `You receive ${amount} after the fee of ${shareText(feeBps, locale)}.`
}
