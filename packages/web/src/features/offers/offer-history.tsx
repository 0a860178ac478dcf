// The history of an offer. Messages are text of the other side, shown as they are.
import type { OfferMove } from '@freehold/sdk/types'
import { Timeline } from '../../ui/timeline.tsx'
import { moveTitle, OfferAmount, type Reader, type Side } from './offer-words.tsx'

type Shown = { moves: readonly (OfferMove & { automatic?: boolean })[]; currency: string; waiting_for: Side | null }

export const OfferHistory = ({ offer, side }: { offer: Shown; side: Reader }) => (
  <Timeline
    steps={offer.moves.map((move, index) => ({
      title: (
        <>
          {moveTitle(move, side)}
          {move.amount_cents === null ? null : (
            <>
              {': '}
              <OfferAmount cents={move.amount_cents} currency={offer.currency} side={side} />
            </>
          )}
        </>
      ),
      at: move.created_at,
      text: (
        <>
          {move.automatic ? <span className="soft small">Automatically, by the lowest price.</span> : null}
          {move.message === null ? null : <blockquote className="offer__message">{move.message}</blockquote>}
        </>
      ),
      state: index === offer.moves.length - 1 && offer.waiting_for !== null ? 'now' : 'done',
    }))}
  />
)
