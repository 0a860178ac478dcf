// The URLs of the workplaces' pages: the server responds with 404 at any other. Pure.
const PATHS = [
  '/account',
  '/account/orders',
  '/account/orders/:id',
  '/account/watchlist',
  '/account/changes',
  '/account/security',
  '/account/settings',
  '/portal',
  '/portal/orders',
  '/portal/orders/:id',
  '/portal/money',
  '/portal/money/:id',
  '/portal/brokerage',
  '/portal/brokerage/:id',
  '/portal/referral',
  '/portal/referral/sales',
  '/portal/referral/commissions',
  '/portal/referral/payouts',
  '/portal/keys',
  '/portal/requests',
  '/portal/requests/:id',
  '/portal/webhooks',
  '/portal/webhooks/:id',
  '/portal/events',
  '/portal/sandbox',
  '/portal/sandbox/:id',
  '/portal/team',
  '/console',
  '/console/orders',
  '/console/bulk-actions/:id',
  '/console/orders/:id',
  '/console/unclaimed',
  '/console/brokerage',
  '/console/brokerage/:id',
  '/console/partners',
  '/console/partners/:id',
  '/console/listings',
  '/console/listings/:id',
  '/console/tlds',
  '/console/tlds/:id',
  '/console/review-rules',
  '/console/statements',
  '/console/statements/:id',
  '/console/payouts',
  '/console/ledger',
  '/console/webhooks',
  '/console/webhooks/endpoints',
  '/console/mail',
  '/console/mail/:id',
  '/console/operators',
  '/console/tokens',
  '/console/audit',
  '/console/search',
] as const

const KNOWN: ReadonlySet<string> = new Set(PATHS)

/** Whether a workplace has a page at a path. A record that does not exist still has one. */
export function isWorkplacePath(path: string): boolean {
  const [, place, section, item, ...rest] = path.replace(/\/$/, '').split('/')
  if (rest.length > 0) return false
  const list = section === undefined ? `/${place}` : `/${place}/${section}`
  return item === undefined ? KNOWN.has(list) : KNOWN.has(`${list}/${item}`) || KNOWN.has(`${list}/:id`)
}
