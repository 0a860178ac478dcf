// Whether a page of a workplace has its record. A page without one responds with 404.
import type { Db } from '../../../db/sql.ts'
import { isId } from '../../../kernel/ids.ts'
import { QUEUE_GROUP_NAMES } from '../rules/queue.ts'
import { readAsked } from '../rules/search.ts'
import {
  hasBulkRun,
  hasDispute,
  hasMessage,
  hasOffer,
  hasOfferAs,
  hasOrderRun,
  hasPartnerRecord,
  hasPurchase,
  hasSeller,
  hasTld,
  type PartnerRecord,
} from '../store/pages.ts'
import { findById } from '../store/search.ts'

/** The kinds of records that have a page in the console, by its section. */
const CONSOLE_KINDS = new Map([
  ['orders', 'order'],
  ['partners', 'partner'],
  ['listings', 'listing'],
  ['brokerage', 'brokerage_case'],
  ['statements', 'settlement'],
] as const)

async function hasConsoleRecord(db: Db, section: string, item: string): Promise<boolean> {
  if (section === 'mail') return isId('mail', item) && hasMessage(db, item)
  if (section === 'bulk-actions') return isId('bulkRun', item) && hasOrderRun(db, item)
  if (section === 'disputes') return isId('dispute', item) && hasDispute(db, item)
  if (section === 'sellers') return isId('user', item) && hasSeller(db, item)
  if (section === 'offers') return isId('offer', item) && hasOffer(db, item)
  if (section === 'tlds') return hasTld(db, item.toLowerCase())
  if (section === 'queue') return (QUEUE_GROUP_NAMES as readonly string[]).includes(item)
  // The search also finds commands by their purchase, which has no page.
  if (section === 'registry-commands')
    return isId('registryCommand', item) && (await findById(db, 'registry_command', item)).length > 0
  const kind = CONSOLE_KINDS.get(section as never)
  if (kind === undefined || item === 'import') return true
  return readAsked(item).idKind === kind && (await findById(db, kind, item)).length > 0
}

const PORTAL_KINDS = new Map<string, PartnerRecord>([
  ['orders', 'order'],
  ['money', 'settlement'],
  ['brokerage', 'brokerageCase'],
  ['requests', 'request'],
  ['webhooks', 'delivery'],
  ['endpoints', 'webhookEndpoint'],
  ['sandbox', 'mail'],
])

/** Which partner is chosen is known to the browser only, so a record of any partner of the person counts. */
async function hasPortalRecord(db: Db, userId: string, section: string, item: string): Promise<boolean> {
  const kind = PORTAL_KINDS.get(section)
  // Pages of a section, such as `/portal/money/payouts`, have names without an underscore.
  if (kind === undefined || !item.includes('_')) return true
  return isId(kind, item) && hasPartnerRecord(db, userId, kind, item)
}

/** Sections of the account whose items are records; other items, such as `/account/selling/money`, are pages. */
async function hasAccountRecord(db: Db, userId: string, section: string, item: string): Promise<boolean> {
  if (section === 'orders') return isId('order', item) && hasPurchase(db, userId, item)
  if (section === 'offers') return isId('offer', item) && hasOfferAs(db, 'buyer', userId, item)
  if (section === 'selling/offers') return isId('offer', item) && hasOfferAs(db, 'seller', userId, item)
  return section !== 'changes' || (isId('bulkRun', item) && hasBulkRun(db, userId, item))
}

/** `path`: of a page that exists, such as `/console/orders/ord_…`. */
export async function hasRecord(db: Db, userId: string, path: string): Promise<boolean> {
  const [, place, ...rest] = path.split('/')
  const [section, item] = rest.slice(-2)
  if (section === undefined || item === undefined) return true
  if (place === 'console') return hasConsoleRecord(db, section, item)
  if (place === 'portal') return hasPortalRecord(db, userId, section, item)
  return hasAccountRecord(db, userId, rest.slice(0, -1).join('/'), item)
}
