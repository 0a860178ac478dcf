// Parses PromQL with the grammar of Prometheus, and evaluates the part of it that our alerts use over written series.
import type { SyntaxNode } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'

export type Labels = Record<string, string>
export type Sample = { labels: Labels; value: number }
/** Points are pairs of seconds and value. */
export type Series = { labels: Labels; points: [number, number][] }

const LOOKBACK_SECONDS = 300
const UNIT_SECONDS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 }

export function parseSeconds(duration: string): number {
  const [, amount = '', unit = ''] = /^(\d+)([smhd])$/.exec(duration) ?? []
  const seconds = Number(amount) * (UNIT_SECONDS[unit] ?? Number.NaN)
  if (amount === '' || Number.isNaN(seconds)) throw new Error(`${duration} is not a duration`)
  return seconds
}

const parsed = new Map<string, SyntaxNode>()

/** The root of the syntax tree. Throws where Prometheus would reject the expression. */
export function parseExpression(text: string): SyntaxNode {
  const known = parsed.get(text)
  if (known) return known
  const tree = parser.parse(text)
  tree.iterate({
    enter: (node) => {
      if (node.type.isError) throw new Error(`${text}: syntax error at character ${node.from + 1}`)
    },
  })
  parsed.set(text, tree.topNode)
  return tree.topNode
}

function listChildren(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child)
  return children
}

function findAll(node: SyntaxNode, name: string): SyntaxNode[] {
  return listChildren(node).flatMap((child) => [...(child.name === name ? [child] : []), ...findAll(child, name)])
}

/** `Map.groupBy` of later versions of Node. */
function groupBy<Item>(items: readonly Item[], toKey: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(toKey(item), [...(groups.get(toKey(item)) ?? []), item])
  return groups
}

const quote = (text: string, { from, to }: SyntaxNode) => text.slice(from, to)

/** What an expression reads: metric names, and the labels that it selects or groups by. */
export function listNames(text: string): { metrics: string[]; labels: string[] } {
  const root = parseExpression(text)
  const selected = findAll(root, 'VectorSelector')
  return {
    metrics: selected.flatMap((node) => findAll(node, 'Identifier').map((one) => quote(text, one))),
    labels: findAll(root, 'LabelName').map((one) => quote(text, one)),
  }
}

type Context = { text: string; series: readonly Series[]; at: number }
type Matcher = { name: string; isWanted: (value: string) => boolean; equal: string | null }

function readMatcher(node: SyntaxNode, text: string): Matcher {
  const [name, operator, literal] = listChildren(node).map((child) => quote(text, child))
  const value = JSON.parse(literal ?? '') as string
  const pattern = () => new RegExp(`^(?:${value})$`)
  const ways: Record<string, (one: string) => boolean> = {
    '=': (one) => one === value,
    '!=': (one) => one !== value,
    '=~': (one) => pattern().test(one),
    '!~': (one) => !pattern().test(one),
  }
  const isWanted = ways[operator ?? '']
  if (!isWanted) throw new Error(`the matcher ${operator} is not supported`)
  return { name: name ?? '', isWanted, equal: operator === '=' ? value : null }
}

const readMatchers = (node: SyntaxNode, text: string) =>
  findAll(node, 'UnquotedLabelMatcher').map((one) => readMatcher(one, text))

function selectSeries(node: SyntaxNode, { text, series }: Context): Series[] {
  const [metric] = findAll(node, 'Identifier').map((one) => quote(text, one))
  const matchers = readMatchers(node, text)
  return series.filter(
    ({ labels }) => labels.__name__ === metric && matchers.every(({ name, isWanted }) => isWanted(labels[name] ?? '')),
  )
}

function dropName({ __name__, ...labels }: Labels): Labels {
  return labels
}

/** The increase of a counter over a range, extrapolated to its ends as Prometheus does. */
function computeIncrease(points: [number, number][], from: number, to: number): number | null {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 2) return null
  const risen = points.slice(1).reduce((sum, [, value], index) => {
    const before = points[index]?.[1] ?? 0
    return sum + (value < before ? value : value - before)
  }, 0)
  const sampled = last[0] - first[0]
  const gap = sampled / (points.length - 1)
  const reach = (seconds: number) => (seconds < gap * 1.1 ? seconds : gap / 2)
  // A counter was not below zero before its first point.
  const toZero = risen > 0 ? sampled * (first[1] / risen) : Number.POSITIVE_INFINITY
  return (risen * (sampled + Math.min(reach(first[0] - from), toZero) + reach(to - last[0]))) / sampled
}

function overRange(node: SyntaxNode, context: Context, divisor: (seconds: number) => number): Sample[] {
  const [selector, duration] = listChildren(node)
  if (node.name !== 'MatrixSelector' || !selector || !duration) throw new Error(`${context.text}: expected a range`)
  const seconds = parseSeconds(quote(context.text, duration))
  const from = context.at - seconds
  return selectSeries(selector, context).flatMap(({ labels, points }) => {
    const increase = computeIncrease(
      points.filter(([at]) => at > from && at <= context.at),
      from,
      context.at,
    )
    return increase === null ? [] : [{ labels: dropName(labels), value: increase / divisor(seconds) }]
  })
}

/** Buckets are grouped by their other labels; the quantile is interpolated within its bucket. */
function computeQuantile(quantile: number, buckets: Sample[]): Sample[] {
  const groups = groupBy(buckets, ({ labels }) => JSON.stringify({ ...labels, le: undefined }))
  return [...groups].map(([key, group]) => {
    const sorted = group
      .map(({ labels, value }) => ({ le: labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le), value }))
      .sort((a, b) => a.le - b.le)
    const rank = quantile * (sorted.at(-1)?.value ?? 0)
    const index = sorted.findIndex(({ value }) => value >= rank)
    const [below, at] = [sorted[index - 1] ?? { le: 0, value: 0 }, sorted[index]]
    const value =
      !at || rank === 0
        ? Number.NaN
        : at.le === Number.POSITIVE_INFINITY
          ? below.le
          : below.le + ((at.le - below.le) * (rank - below.value)) / (at.value - below.value)
    return { labels: JSON.parse(key) as Labels, value }
  })
}

const AGGREGATES: Record<string, (values: number[]) => number> = {
  max: (values) => Math.max(...values),
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
}

function aggregate(node: SyntaxNode, context: Context): Sample[] {
  const { text } = context
  const parts = new Map(listChildren(node).map((child) => [child.name, child]))
  const combine = AGGREGATES[quote(text, parts.get('AggregateOp') as SyntaxNode)]
  const [argument] = listChildren(parts.get('FunctionCallBody') as SyntaxNode)
  const modifier = parts.get('AggregateModifier')
  const isBy = !modifier || modifier.firstChild?.name === 'By'
  if (!combine || !argument || !isBy) throw new Error(`${text}: this aggregation is not supported`)
  const wanted = modifier ? findAll(modifier, 'LabelName').map((one) => quote(text, one)) : []
  const keep = (labels: Labels) =>
    Object.fromEntries(wanted.flatMap((name) => (labels[name] === undefined ? [] : [[name, labels[name]]])))
  const groups = groupBy(evaluateVector(argument, context), ({ labels }) => JSON.stringify(keep(labels)))
  return [...groups].map(([key, group]) => ({
    labels: JSON.parse(key) as Labels,
    value: combine(group.map(({ value }) => value)),
  }))
}

function call(node: SyntaxNode, context: Context): Sample[] {
  const [name, body] = listChildren(node)
  const [first, second] = body ? listChildren(body) : []
  const called = name ? quote(context.text, name) : ''
  if (!first) throw new Error(`${context.text}: ${called} has no argument`)
  if (called === 'rate') return overRange(first, context, (seconds) => seconds)
  if (called === 'increase') return overRange(first, context, () => 1)
  if (called === 'histogram_quantile' && second)
    return computeQuantile(Number(quote(context.text, first)), evaluateVector(second, context))
  if (called === 'absent') {
    if (evaluateVector(first, context).length > 0) return []
    const known = readMatchers(first, context.text).flatMap(({ name, equal }) =>
      equal === null ? [] : [[name, equal]],
    )
    return [{ labels: Object.fromEntries(known), value: 1 }]
  }
  throw new Error(`${context.text}: the function ${called} is not supported`)
}

const COMPARISONS: Record<string, (value: number, bound: number) => boolean> = {
  Gtr: (value, bound) => value > bound,
  Gte: (value, bound) => value >= bound,
  Lss: (value, bound) => value < bound,
  Lte: (value, bound) => value <= bound,
  Eql: (value, bound) => value === bound,
  Neq: (value, bound) => value !== bound,
}

function compare(node: SyntaxNode, context: Context): Sample[] {
  const [left, operator, right] = listChildren(node)
  const isHeld = COMPARISONS[operator?.name ?? '']
  if (!left || !isHeld || right?.name !== 'NumberDurationLiteral')
    throw new Error(`${context.text}: a comparison with anything but a number is not supported`)
  const bound = Number(quote(context.text, right))
  return evaluateVector(left, context).filter(({ value }) => isHeld(value, bound))
}

function evaluateVector(node: SyntaxNode, context: Context): Sample[] {
  if (node.name === 'PromQL' || node.name === 'ParenExpr') return evaluateVector(node.firstChild as SyntaxNode, context)
  if (node.name === 'AggregateExpr') return aggregate(node, context)
  if (node.name === 'FunctionCall') return call(node, context)
  if (node.name === 'BinaryExpr') return compare(node, context)
  if (node.name !== 'VectorSelector') throw new Error(`${context.text}: ${node.name} is not supported`)
  return selectSeries(node, context).flatMap(({ labels, points }) => {
    const last = points.findLast(([at]) => at <= context.at && at > context.at - LOOKBACK_SECONDS)
    return last ? [{ labels, value: last[1] }] : []
  })
}

/** The value of an expression at a moment, in seconds from the start of the series. */
export const evaluate = (text: string, series: readonly Series[], at: number): Sample[] =>
  evaluateVector(parseExpression(text), { text, series, at })
