// Clicks of referral links, as the redirect and the reports see them.
import type { Id } from '../ids.ts'

/** A referral link that works, as a click needs it. */
export type ClickTarget = { linkId: Id<'link'>; partnerId: Id<'partner'>; destination: string; offsetSeconds: number }

export type FoundTarget = ClickTarget | null | 'refused'

/** Clicks are counted in memory and written behind the redirects; whoever reads counts asks for them to be written first. */
export type Clicks = {
  /** `refused` when the network asked for too many codes that do not exist. */
  find(code: string, network: string): FoundTarget | Promise<FoundTarget>
  /** `person` is false for crawlers and prefetches. False when the network's clicks are over the limit, so this one does not count. */
  count(target: ClickTarget, click: { network: string; person: boolean }): boolean
  flush(): Promise<void>
  /** A partner's clock or links changed: nothing of them is remembered any more. */
  forget(partnerId: string): void
  close(): Promise<void>
}
