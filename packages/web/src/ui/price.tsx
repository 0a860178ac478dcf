// A price for a buyer: with the words that tax is added to it, where the operator chose net prices.
import { createContext, useContext } from 'react'
import { Money } from './money.tsx'

/** True: the checkout adds tax to prices. Null: the page does not know. */
export const TaxAddedContext = createContext<boolean | null>(false)

export const PlusTax = () => (useContext(TaxAddedContext) ? <span className="soft small"> plus tax</span> : null)

export const Price = (amount: { cents: number; currency: string; exact?: boolean }) => (
  <>
    <Money {...amount} />
    <PlusTax />
  </>
)

/** Below a table of prices, which would repeat the words in every cell. */
export const TaxNote = () =>
  useContext(TaxAddedContext) ? (
    <p className="soft small">Prices do not include tax. The checkout adds it for your country.</p>
  ) : null
