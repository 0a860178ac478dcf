// Durations as people say them.

export const UNITS = [
  { name: 'days', one: 'day', seconds: 86_400 },
  { name: 'hours', one: 'hour', seconds: 3600 },
  { name: 'minutes', one: 'minute', seconds: 60 },
  { name: 'seconds', one: 'second', seconds: 1 },
] as const

export const toSeconds = (amount: number, unit: string): number =>
  amount * (UNITS.find(({ name }) => name === unit)?.seconds ?? 1)

/** The two largest units are enough: `31 days 2 hours`. */
export function aheadText(seconds: number): string {
  let rest = seconds
  const parts = UNITS.flatMap(({ name, one, seconds: size }) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count === 0 ? [] : [`${count} ${count === 1 ? one : name}`]
  })
  return parts.length === 0 ? 'Not ahead' : parts.slice(0, 2).join(' ')
}
