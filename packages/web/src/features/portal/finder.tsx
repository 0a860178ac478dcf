// The portal's palette: pages, recent records, and the partner's orders by domain or ID.
import type { OrderStatus } from '@freehold/sdk/types'
import { createContext, useContext } from 'react'
import { useRead } from '../../api/hooks.ts'
import { Palette, type PaletteGroup, type PaletteItem } from '../../ui/palette.tsx'
import { readRecent } from '../../ui/recent-records.ts'

/** The pages that an ID leads to directly, by its prefix. */
const BY_PREFIX = [
  { prefix: 'ord_', title: 'Order', toHref: (id: string) => `/portal/orders/${id}` },
  { prefix: 'stl_', title: 'Statement', toHref: (id: string) => `/portal/money/${id}` },
  { prefix: 'brk_', title: 'Brokerage case', toHref: (id: string) => `/portal/brokerage/${id}` },
  { prefix: 'req_', title: 'Request', toHref: (id: string) => `/portal/requests/${id}` },
  { prefix: 'dlv_', title: 'Webhook delivery', toHref: (id: string) => `/portal/webhooks/${id}` },
]

const ID = /^[a-z]{2,4}_[0-9a-z]{8,40}$/

export function listById(query: string): PaletteItem[] {
  const id = query.toLowerCase()
  const known = ID.test(id) ? BY_PREFIX.find(({ prefix }) => id.startsWith(prefix)) : undefined
  return known ? [{ href: known.toHref(id), title: `${known.title} ${id}` }] : []
}

/** A whole domain: orders are found by it. */
export const isDomain = (query: string): boolean => /^[^\s@/]+\.[^\s@/.]{2,}$/.test(query)

type StatusText = (status: OrderStatus) => string
/** How lists say a status. */
const TextContext = createContext<StatusText>((status) => status)

function useFound(query: string): { groups: readonly PaletteGroup[]; isBusy: boolean } {
  const found = useRead(
    'GET /api/partner/v1/orders',
    { query: { domain: query, limit: 6 } },
    { every: false, enabled: isDomain(query) },
  )
  const getText = useContext(TextContext)
  const orders = (found.data?.orders ?? []).map(({ public_id, domain_unicode, status }) => ({
    href: `/portal/orders/${public_id}`,
    title: domain_unicode,
    note: `${public_id} · ${getText(status)}`,
  }))
  const groups = [
    { title: 'Open', items: listById(query) },
    { title: 'Orders', items: orders },
  ]
  return { groups, isBusy: found.isFetching }
}

/** `place`: the partner and environment whose records are remembered. */
type Props = { pages: readonly PaletteItem[]; place: string; getText: StatusText }

export const PortalFinder = ({ pages, place, getText }: Props) => (
  <TextContext value={getText}>
    <Palette
      hint="Page, domain or ID"
      pages={pages}
      readRecent={() =>
        readRecent(place).map(({ href, kind, id, name }) => ({ href, title: name, note: `${kind} ${id}` }))
      }
      useFound={useFound}
    />
  </TextContext>
)
