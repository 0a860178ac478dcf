// What can be done to many names at once: the words, and what each operation is given.
import { parseCents } from '@freehold/sdk/money'
import type { BulkRun } from '@freehold/sdk/types'

export type BulkOp = BulkRun['op']
export type BulkField = 'years' | 'nameservers' | 'enabled' | 'locked' | 'price'

type Operation = { label: string; done: string; field: BulkField | null }

export const BULK_OPERATIONS: Record<BulkOp, Operation> = {
  renew: { label: 'Renew', done: 'Renewed', field: 'years' },
  set_auto_renew: { label: 'Set automatic renewal', done: 'Automatic renewal set', field: 'enabled' },
  set_nameservers: { label: 'Change name servers', done: 'Name servers changed', field: 'nameservers' },
  set_lock: { label: 'Set transfer lock', done: 'Transfer lock set', field: 'locked' },
  set_privacy: { label: 'Set WHOIS privacy', done: 'Privacy set', field: 'enabled' },
  list_for_sale: { label: 'List for sale', done: 'Listed', field: 'price' },
  set_price: { label: 'Change the price', done: 'Price changed', field: 'price' },
  unlist: { label: 'Take off the market', done: 'Taken off the market', field: null },
}

/** What the pages offer. Renewals cannot be paid here yet; they are named for the history of earlier runs. */
export const OFFERED_OPERATIONS = (Object.keys(BULK_OPERATIONS) as BulkOp[]).filter((op) => op !== 'renew')

/** Listings of owners are priced in the market's currency. */
export const LISTING_CURRENCY = 'USD'

/** What was filled in, as the API takes it; null when it cannot be read. */
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
