// The menu of the operator console, with the number of queue items in each section. Pure.
import { type Queue, waitingAt } from '../../features/operator/queue-groups.ts'
import type { Way } from '../../frames/work-frame.tsx'

export const listLinks = (queue: Queue | undefined): readonly Way[] => [
  { href: '/console', text: 'Overview' },
  { href: '/console/orders', text: 'Orders', count: waitingAt(queue, 'orders') },
  { href: '/console/unclaimed', text: 'Unclaimed purchases' },
  { href: '/console/disputes', text: 'Disputes', count: waitingAt(queue, 'disputes') },
  { href: '/console/brokerage', text: 'Brokerage', count: waitingAt(queue, 'brokerage') },
  { href: '/console/partners', text: 'Partners', count: waitingAt(queue, 'partners') },
  { href: '/console/sellers', text: 'Sellers', count: waitingAt(queue, 'sellers') },
  { href: '/console/offers', text: 'Offers', count: waitingAt(queue, 'offers') },
  { href: '/console/listings', text: 'Listings', count: waitingAt(queue, 'listings') },
  { href: '/console/registry-commands', text: 'Registry commands', count: waitingAt(queue, 'registry') },
  { href: '/console/tlds', text: 'TLDs' },
  { href: '/console/review-rules', text: 'Review rules' },
  { href: '/console/statements', text: 'Statements', count: waitingAt(queue, 'statements') },
  { href: '/console/documents', text: 'Documents' },
  { href: '/console/payouts', text: 'Payouts', count: waitingAt(queue, 'payouts') },
  { href: '/console/ledger', text: 'Ledger check' },
  { href: '/console/webhooks', text: 'Webhooks', count: waitingAt(queue, 'webhooks') },
  { href: '/console/mail', text: 'Mail' },
  { href: '/console/operators', text: 'Operators' },
  { href: '/console/tokens', text: 'API tokens' },
  { href: '/console/audit', text: 'Audit log' },
]
