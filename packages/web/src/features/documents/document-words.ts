// What the kinds of documents are called.
import type { DocumentKind } from '@freehold/sdk/types'

export const DOCUMENT_KINDS: Record<DocumentKind, string> = {
  receipt: 'Receipt',
  invoice: 'Invoice',
  credit_note: 'Credit note',
  commission_statement: 'Commission statement',
  seller_statement: 'Seller statement',
}
