// The dispute of an order on the wire, rendered by the SQL function `dispute_view`.
import { CurrencyCode, IdText, Named, Nullable, OneOf, PositiveCents, Timestamp, Type } from '../../../http/schema.ts'
import { DISPUTE_STATUSES } from '../../../kernel/contracts/dispute-reports.ts'

export const disputeFields = {
  dispute_id: IdText('dsp_'),
  status: OneOf(DISPUTE_STATUSES, { title: 'DisputeStatus' }),
  amount_cents: PositiveCents('Disputed amount, in minor units.'),
  currency: CurrencyCode(),
  reason: Type.String({ description: 'Why the buyer disputes the payment, as the payment processor reports it.' }),
  respond_by: Nullable(Timestamp('Deadline for the response of the marketplace. Null if the processor gave none.')),
}
export const OrderDisputeView = Named(
  'OrderDispute',
  {
    ...disputeFields,
    opened_at: Timestamp('When the dispute was opened.'),
    closed_at: Nullable(Timestamp('When it was won or lost. Null while it is open.')),
  },
  'The latest dispute of the payment. While it is open, nobody is paid for the sale.',
)
