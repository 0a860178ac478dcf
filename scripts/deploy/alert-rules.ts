// Runs alert rules over the test files of `promtool test rules`, so that they are tested where promtool is not installed.
import { evaluate, type Labels, parseSeconds, type Series } from './promql.ts'

export type AlertRule = { alert: string; expr: string; for?: string; labels: Labels; annotations: Labels }
export type AlertTest = {
  interval: string
  input_series: { series: string; values: string }[]
  alert_rule_test: {
    eval_time: string
    alertname: string
    exp_alerts?: { exp_labels: Labels; exp_annotations: Labels }[]
  }[]
}
export type Firing = { labels: Labels; annotations: Labels }

/** `3x4` is 3 five times, `0+2x3` is 0 2 4 6, and `_x2` leaves two points out. */
function expandValues(values: string): (number | null)[] {
  return values
    .trim()
    .split(/\s+/)
    .flatMap((part) => {
      const [, gap, gaps = '1'] = /^(_)(?:x(\d+))?$/.exec(part) ?? []
      if (gap) return Array<null>(Number(gaps)).fill(null)
      const [, start, step = '0', times = '0'] = /^(-?[\d.]+)([+-][\d.]+)?(?:x(\d+))?$/.exec(part) ?? []
      if (start === undefined) throw new Error(`${part} is not a value of a series`)
      return Array.from({ length: Number(times) + 1 }, (_, index) => Number(start) + index * Number(step))
    })
}

function readLabels(series: string): Labels {
  const [, name = '', list = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(series) ?? []
  if (name === '') throw new Error(`${series} is not a series`)
  const pairs = list === '' ? [] : list.split(',').map((pair) => pair.split('='))
  const labels = pairs.map(([label = '', value = '']) => [label, JSON.parse(value) as string])
  return { __name__: name, ...Object.fromEntries(labels) }
}

export function readSeries({ interval, input_series }: Pick<AlertTest, 'interval' | 'input_series'>): Series[] {
  const step = parseSeconds(interval)
  return input_series.map(({ series, values }) => ({
    labels: readLabels(series),
    points: expandValues(values).flatMap((value, index) => (value === null ? [] : [[index * step, value]])),
  }))
}

/** The alerts of a rule that fire at a moment: their expression held at each evaluation for as long as `for` says. */
export function findFiring(rule: AlertRule, series: readonly Series[], step: number, at: number): Firing[] {
  const wait = parseSeconds(rule.for ?? '0s')
  let since = new Map<string, number>()
  for (let now = 0; now <= at; now += step) {
    const held = evaluate(rule.expr, series, now).map(({ labels: { __name__, ...labels } }) => JSON.stringify(labels))
    since = new Map(held.map((key) => [key, since.get(key) ?? now]))
  }
  return [...since]
    .filter(([, begun]) => at - begun >= wait)
    .map(([key]) => {
      const labels = JSON.parse(key) as Labels
      const fill = (text: string) => text.replace(/\{\{ \$labels\.(\w+) \}\}/g, (_, name: string) => labels[name] ?? '')
      const annotations = Object.entries(rule.annotations).map(([name, text]) => [name, fill(text)])
      return { labels: { ...labels, ...rule.labels }, annotations: Object.fromEntries(annotations) }
    })
}

export type Outcome = { test: number; alert: string; at: string; fired: Firing[]; expected: Firing[]; passed: boolean }

const sortKeys = (labels: Labels) => Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))
const describeFiring = (firing: readonly Firing[]) =>
  JSON.stringify(
    firing.map(({ labels, annotations }) => JSON.stringify([sortKeys(labels), sortKeys(annotations)])).toSorted(),
  )

/** Every expectation of a test file with what the rules did. */
export function runAlertTests(
  rules: readonly AlertRule[],
  { evaluation_interval, tests }: { evaluation_interval: string; tests: AlertTest[] },
): Outcome[] {
  return tests.flatMap((one, test) => {
    const series = readSeries(one)
    return one.alert_rule_test.map(({ alertname, eval_time, exp_alerts = [] }) => {
      const rule = rules.find(({ alert }) => alert === alertname)
      if (!rule) throw new Error(`there is no alert ${alertname}`)
      const fired = findFiring(rule, series, parseSeconds(evaluation_interval), parseSeconds(eval_time))
      const expected = exp_alerts.map((alert) => ({ labels: alert.exp_labels, annotations: alert.exp_annotations }))
      const passed = describeFiring(fired) === describeFiring(expected)
      return { test, alert: alertname, at: eval_time, fired, expected, passed }
    })
  })
}
