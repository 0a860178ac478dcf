// Cuts a range of time into whole months, days and hours, which are summed already, and the edges, which are not.

export const GRAINS = ['hour', 'day', 'month'] as const
export type Grain = (typeof GRAINS)[number]

export type Span = { from: Date; to: Date }
export type Segment = Span & { grain: Grain }
export type Cut = {
  segments: Segment[]
  /** The whole hours of the range: what the segments cover together. */
  whole: Span
  /** What is left before and after them, each within one hour. */
  edges: Span[]
}

/** Nothing was sold before, and no sandbox clock runs beyond. */
export const EARLIEST = new Date(Date.UTC(1970, 0, 1))
export const LATEST = new Date(Date.UTC(2300, 0, 1))

const HOUR = 3_600_000
const DAY = 24 * HOUR

function floor(at: Date, grain: Grain): Date {
  if (grain === 'month') return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))
  const size = grain === 'day' ? DAY : HOUR
  return new Date(Math.floor(at.getTime() / size) * size)
}

function ceil(at: Date, grain: Grain): Date {
  const start = floor(at, grain)
  if (start.getTime() === at.getTime()) return at
  if (grain === 'month') return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1))
  return new Date(start.getTime() + (grain === 'day' ? DAY : HOUR))
}

const clamp = (at: Date): Date => (at < EARLIEST ? EARLIEST : at > LATEST ? LATEST : at)

/** Greedy: months inside, days around them, hours around those. `coarsest` keeps a series from summing over its buckets. */
export function cutRange(from: Date | undefined, to: Date | undefined, coarsest: Grain = 'month'): Cut {
  const range = { from: clamp(from ?? EARLIEST), to: clamp(to ?? LATEST) }
  const whole = { from: ceil(range.from, 'hour'), to: floor(range.to, 'hour') }
  if (whole.from >= whole.to)
    return { segments: [], whole: { from: whole.from, to: whole.from }, edges: range.from < range.to ? [range] : [] }
  const segments: Segment[] = []
  function fill(span: Span, index: number): void {
    const grain = GRAINS[index]
    if (grain === undefined || span.from >= span.to) return
    const inner = grain === 'hour' ? span : { from: ceil(span.from, grain), to: floor(span.to, grain) }
    if (inner.from >= inner.to) {
      fill(span, index - 1)
      return
    }
    segments.push({ ...inner, grain })
    fill({ from: span.from, to: inner.from }, index - 1)
    fill({ from: inner.to, to: span.to }, index - 1)
  }
  fill(whole, GRAINS.indexOf(coarsest))
  const edges = [
    { from: range.from, to: whole.from },
    { from: whole.to, to: range.to },
  ].filter((edge) => edge.from < edge.to)
  return { segments, whole, edges }
}
