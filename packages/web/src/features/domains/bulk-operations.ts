// Bulk operations: their labels and parameters.
import { parseCents } from '@freehold/sdk/money'
import type { BulkRun } from '@freehold/sdk/types'

export type BulkOp = BulkRun['op']
export type BulkField = 'years' | 'nameservers' | 'enabled' | 'locked' | 'price'

type Operation = { label: string; done: string; field: BulkField | null }

export const BULK_OPERATIONS: Record<BulkOp, Operation> = {
  renew: { label: 'Renew domains', done: 'Renewal', field: 'years' },
  set_auto_renew: { label: 'Set renewal reminder', done: 'Renewal reminder set', field: 'enabled' },
  set_nameservers: { label: 'Change nameservers', done: 'Nameservers changed', field: 'nameservers' },
  set_lock: { label: 'Set transfer lock', done: 'Transfer lock set', field: 'locked' },
  set_privacy: { label: 'Set WHOIS privacy', done: 'WHOIS privacy set', field: 'enabled' },
  list_for_sale: { label: 'List for sale', done: 'Listed for sale', field: 'price' },
  set_price: { label: 'Change price', done: 'Price changed', field: 'price' },
  unlist: { label: 'Remove from market', done: 'Removed from market', field: null },
}

/** The operations that the marketplace offers: it says so for renewals, which need a connector and payments. Others come first. */
export const listOffered = (unavailable: readonly string[]): BulkOp[] =>
  [...(Object.keys(BULK_OPERATIONS) as BulkOp[]).filter((op) => op !== 'renew'), 'renew' as const].filter(
    (op) => !unavailable.includes(op),
  )

/** Listings of owners are priced in the market's currency. */
export const LISTING_CURRENCY = 'USD'

/** The form as API parameters; null when the price is invalid. */
export function bulkParams(op: BulkOp, form: FormData): Record<string, unknown> | null {
  const text = (name: string): string => String(form.get(name) ?? '').trim()
  switch (BULK_OPERATIONS[op].field) {
    case 'years':
      return { years: Number(text('years')) }
    case 'enabled':
      return { enabled: text('enabled') === 'on' }
    case 'locked':
      return { locked: text('locked') === 'on' }
    case 'nameservers':
      return {
        nameservers: text('nameservers')
          .split(/[\s,]+/)
          .filter(Boolean),
      }
    case 'price': {
      const cents = parseCents(text('price'), LISTING_CURRENCY)
      return cents === null ? null : { price_cents: cents }
    }
    case null:
      return {}
  }
}
