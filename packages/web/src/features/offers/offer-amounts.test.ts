// Amounts of an offer where prices are net: the buyer pays tax on top, the seller does not get it.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TaxAddedContext } from '../../ui/price.tsx'
import { OfferActions } from './offer-actions.tsx'
import { OfferPanels } from './offer-panels.tsx'
import type { Side } from './offer-words.tsx'

const AT = '2026-05-01T10:00:00.000Z'
const OFFER = {
  offer_id: 'off_1',
  domain: 'net.com',
  domain_unicode: 'net.com',
  status: 'countered_by_seller' as const,
  amount_cents: 80_000,
  currency: 'USD',
  closed_reason: null,
  waiting_for: 'buyer' as const,
  expires_at: AT,
  created_at: AT,
  moves: [{ by: 'seller' as const, action: 'counter' as const, amount_cents: 80_000, message: null, created_at: AT }],
  actions: [{ action: 'accept' as const }],
}

function countTexts(side: Side, isTaxAdded: boolean): number[] {
  const parts = [
    createElement(OfferPanels, { offer: OFFER, side }),
    createElement(OfferActions, { offer: OFFER, side, act: async () => undefined }),
  ]
  return parts.map(
    (part) =>
      renderToStaticMarkup(createElement(TaxAddedContext, { value: isTaxAdded }, part)).split('plus tax').length - 1,
  )
}

it('says to the buyer that tax comes on top: in the history, the facts and the buttons', () => {
  const [panels, actions] = countTexts('buyer', true)
  expect(panels).toBe(2)
  expect(actions).toBeGreaterThan(0)
  expect(countTexts('buyer', false)).toEqual([0, 0])
})

it('says nothing of tax to the seller', () => expect(countTexts('seller', true)).toEqual([0, 0]))
