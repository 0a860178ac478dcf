// An amount of money, in the reader's own way of writing it.
import { useLocale } from './locale.tsx'
import { moneyText, numberText, shareText } from './text.ts'

type Amount = { cents: number; currency: string; exact?: boolean }

export const Money = ({ cents, currency, exact }: Amount) => (
  <span className="numeric">{moneyText(cents, currency, useLocale(), exact ? 'exact' : 'short')}</span>
)

export const Count = ({ value }: { value: number }) => <span className="numeric">{numberText(value, useLocale())}</span>

export const Share = ({ bps }: { bps: number }) => <span className="numeric">{shareText(bps, useLocale())}</span>
