// What is payable to a seller, counted from sales and payouts one by one, to compare with what the service says.
import { type Db, sql } from '../src/db/sql.ts'

type Payout = { id: string; currency: string; netCents: number; reversedCents: number; isReversed: boolean }
type Sale = {
  payoutId: string | null
  currency: string
  cents: number
  state: 'payable' | 'clawed_back'
  disputed: boolean
}
type Resend = { payoutId: string; returnedId: string; cents: number; backCents: number }

const sum = <Item>(items: readonly Item[], count: (item: Item) => number): number =>
  items.reduce((total, item) => total + count(item), 0)

/** Payouts that pay each other's parts again are one group. */
function groupPayouts(payouts: readonly Payout[], resends: readonly Resend[]): Payout[][] {
  const root = new Map(payouts.map(({ id }) => [id, id]))
  const find = (id: string): string => (root.get(id) === id ? id : find(root.get(id)!))
  for (const { payoutId, returnedId } of resends) root.set(find(payoutId), find(returnedId))
  const groups = new Map<string, Payout[]>()
  for (const payout of payouts) groups.set(find(payout.id), [...(groups.get(find(payout.id)) ?? []), payout])
  return [...groups.values()]
}

/** Whether a sale of the payout was taken back whose money the seller still has. */
function isIndebted(payout: Payout, sales: readonly Sale[], resends: readonly Resend[]): boolean {
  const own = sales.filter(({ payoutId }) => payoutId === payout.id)
  const isFreed = payout.isReversed && own.every(({ state }) => state === 'clawed_back')
  if (isFreed && resends.every(({ payoutId, returnedId }) => payoutId !== payout.id && returnedId !== payout.id))
    return false
  const back = payout.reversedCents - sum(resends, (one) => (one.returnedId === payout.id ? one.backCents : 0))
  return sum(own, ({ state, cents }) => (state === 'clawed_back' ? cents : 0)) > back
}

/**
 * Undisputed sales that no payout pays, and of each group of payouts what its payable sales are more than was paid, as far as no dispute
 * needs it. Currencies in which the seller owes something are left out: what it is set off against is not known here.
 */
export async function countPayable(db: Db, sellerId: string): Promise<Map<string, number>> {
  const payouts = await db.many<Payout>(sql`
    select id, currency, amount_cents - reversed_cents as net_cents, reversed_cents, status = 'reversed' as is_reversed
    from seller_payouts where seller_id = ${sellerId} and status <> 'failed'`)
  const sales = await db.many<Sale>(sql`
    select s.payout_id, s.currency, s.proceeds_cents as cents, s.state, o.dispute_open as disputed
    from seller_sales s join orders o on o.id = s.order_id where s.seller_id = ${sellerId} and s.state in ('payable', 'clawed_back')`)
  const resends = await db.many<Resend>(sql`
    select r.payout_id, r.returned_id, r.cents, r.cents - r.set_off_cents as back_cents
    from seller_resends r join seller_payouts p on p.id = r.payout_id where p.seller_id = ${sellerId}`)
  const payable = sales.filter(({ state }) => state === 'payable')
  const counted = new Map<string, number>()
  for (const currency of new Set(sales.map((one) => one.currency))) {
    const own = payouts.filter((one) => one.currency === currency)
    if (own.some((payout) => isIndebted(payout, sales, resends))) continue
    const unpaid = payable.filter((one) => one.currency === currency && one.payoutId === null && !one.disputed)
    const isOwn = (payoutId: string): boolean => own.some(({ id }) => id === payoutId)
    const links = resends.filter(({ payoutId }) => isOwn(payoutId))
    // Paid for a payout that failed later: a part of the sales that no payout pays now.
    const ahead = links.filter(({ returnedId }) => !isOwn(returnedId))
    const groups = groupPayouts(
      own,
      links.filter(({ returnedId }) => isOwn(returnedId)),
    )
    const free = groups.map((group) => {
      const has = (payoutId: string | null): boolean => group.some(({ id }) => id === payoutId)
      const paid = payable.filter(({ payoutId }) => has(payoutId))
      const spent = sum(group, ({ netCents }) => netCents) - sum(ahead, (one) => (has(one.payoutId) ? one.cents : 0))
      const owed = sum(paid, ({ cents }) => cents) - spent
      return Math.max(owed - sum(paid, ({ disputed, cents }) => (disputed ? cents : 0)), 0)
    })
    const aheadCents = sum(ahead, ({ cents }) => cents)
    counted.set(currency, sum(unpaid, ({ cents }) => cents) - aheadCents + sum(free, (cents) => cents))
  }
  return counted
}
