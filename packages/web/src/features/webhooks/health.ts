// How deliveries to an endpoint go, in words.
export type Health = { succeeded: number; failed: number; pending: number }

/** The share of ended deliveries that succeeded, rounded down: 100% is said only of all. Null before the first has ended. */
export function successPercent({ succeeded, failed }: Pick<Health, 'succeeded' | 'failed'>): number | null {
  const ended = succeeded + failed
  return ended === 0 ? null : Math.floor((100 * succeeded) / ended)
}

export function describeHealth(health: Health): string {
  const percent = successPercent(health)
  const waiting = health.pending > 0 ? `, ${health.pending} pending` : ''
  if (percent === null) return health.pending > 0 ? `${health.pending} pending` : 'No deliveries yet'
  return `${percent}% of ${health.succeeded + health.failed} delivered${waiting}`
}
