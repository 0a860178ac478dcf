// An amount of money, in the reader's own way of writing it.
import { createContext, useContext } from 'react'
import { useLocale } from './locale.tsx'
import { moneyText, numberText, shareText } from './text.ts'

/** True in the workplaces, where people compare amounts with statements: `$1,200.00`. On other pages whole amounts have no cents. */
export const ExactMoneyContext = createContext(false)

type Amount = { cents: number; currency: string; exact?: boolean }

export function Money({ cents, currency, exact }: Amount) {
  const isExact = useContext(ExactMoneyContext)
  return (
    <span className="numeric">{moneyText(cents, currency, useLocale(), (exact ?? isExact) ? 'exact' : 'short')}</span>
  )
}

export const Count = ({ value }: { value: number }) => <span className="numeric">{numberText(value, useLocale())}</span>

export const Share = ({ bps }: { bps: number }) => <span className="numeric">{shareText(bps, useLocale())}</span>
