// An amount of money, in the reader's own way of writing it.
import { useLocale } from './locale.tsx'
import { moneyText, numberText, shareText } from './text.ts'

export const Money = ({ cents, currency }: { cents: number; currency: string }) => (
  <span className="numeric">{moneyText(cents, currency, useLocale())}</span>
)

export const Count = ({ value }: { value: number }) => <span className="numeric">{numberText(value, useLocale())}</span>

export const Share = ({ bps }: { bps: number }) => <span className="numeric">{shareText(bps, useLocale())}</span>
