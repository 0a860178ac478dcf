// The alerts fire when they should and only then, and read metrics that the service exports. The test file is one for promtool,
// which runs it too where it is installed.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createMetrics } from '../../packages/server/src/http/metrics.ts'
import { findProgram } from '../../packages/server/test/programs.ts'
import { type AlertRule, type AlertTest, findFiring, readSeries, runAlertTests } from './alert-rules.ts'
import { evaluate, listNames, parseExpression } from './promql.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(path.join(root, 'deploy', file), 'utf8')
const rules = (parse(read('prometheus/alerts.yaml')).groups as { rules: AlertRule[] }[]).flatMap((group) => group.rules)
const file = parse(read('prometheus/alerts.test.yaml'))
const panels = JSON.parse(read('grafana/freehold.json')).panels as { targets: { expr: string }[] }[]
const expressions = [
  ...rules.map(({ expr }) => expr),
  // Grafana fills its own variables in before Prometheus sees the expression.
  ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr.replace(/\$__\w+/g, '5m'))),
]

const failures = (changed: readonly AlertRule[], tests = file) =>
  runAlertTests(changed, tests).filter(({ passed }) => !passed)
const testsFor = (alert: string) => ({
  ...file,
  tests: file.tests.filter((test: AlertTest) => test.alert_rule_test.some(({ alertname }) => alertname === alert)),
})

/** Names and labels as Prometheus stores them. */
function listExported() {
  const { registry } = createMetrics({ process: true })
  const metrics = registry.getMetricsAsArray() as unknown as { name: string; type: string; labelNames: string[] }[]
  return {
    names: new Set(
      metrics.flatMap(({ name, type }) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      ),
    ),
    labels: new Set(['le', 'instance', ...metrics.flatMap(({ labelNames }) => labelNames)]),
  }
}

describe('the alerts', () => {
  it('fire as their tests say', () => {
    expect(failures(rules)).toEqual([])
  })

  it.each(rules.map((rule) => [rule.alert, rule] as const))('%s is tested: a change of it fails', (alert, rule) => {
    const outcomes = runAlertTests(rules, testsFor(alert))
    expect(outcomes.some(({ expected }) => expected.length > 0)).toBe(true)
    expect(outcomes.some(({ expected }) => expected.length === 0)).toBe(true)
    const [metric = ''] = listNames(rule.expr).metrics
    const wrong: Partial<AlertRule>[] = [
      { expr: rule.expr.replace(metric, `${metric}_wrong`) },
      { labels: { severity: 'wrong' } },
      { annotations: { summary: 'Wrong.' } },
      ...(rule.for ? [{ for: '0s' }, { for: '1d' }] : []),
      ...(/ > /.test(rule.expr) ? [{ expr: rule.expr.replace(' > ', ' < ') }] : []),
      ...(/ > [\d.]+$/.test(rule.expr) ? [{ expr: rule.expr.replace(/[\d.]+$/, '1000000') }] : []),
      // Whose threshold is 0 reacts to the first; the others not below theirs.
      ...(/ > 0$/.test(rule.expr) ? [] : / > /.test(rule.expr) ? [{ expr: rule.expr.replace(/[\d.]+$/, '0') }] : []),
      ...(/code=|kind=|state=|reason!=/.test(rule.expr) ? [{ expr: rule.expr.replace(/\{.*\}/, '') }] : []),
    ]
    for (const changed of wrong)
      expect([changed, failures([{ ...rule, ...changed }], testsFor(alert)).length]).not.toEqual([changed, 0])
  })

  it('and the dashboard are PromQL, and read metrics by labels that the service exports', () => {
    const { names, labels } = listExported()
    const judge = (list: string[]) => {
      const used = list.map((expr) => listNames(expr))
      return {
        metrics: used.flatMap(({ metrics }) => metrics).filter((name) => !names.has(name)),
        labels: used.flatMap((one) => one.labels).filter((label) => !labels.has(label)),
      }
    }
    expect(expressions.length).toBeGreaterThan(rules.length + 10)
    expect(judge(expressions)).toEqual({ metrics: [], labels: [] })
    const planted = ['max(freehold_ledger_finding) > 0', 'sum by (pod) (freehold_errors_total{kode="a"})']
    expect(judge(planted)).toEqual({ metrics: ['freehold_ledger_finding'], labels: ['pod', 'kode'] })
    expect(() => parseExpression('max(freehold_info > 0')).toThrow(/syntax error/)
  })
})

describe('the evaluation of PromQL', () => {
  const at = (values: string, expr: string, seconds: number) =>
    evaluate(expr, readSeries({ interval: '1m', input_series: [{ series: 'one{le="1"}', values }] }), seconds)

  it('computes rates as Prometheus does: extrapolated, and over a restart of the counter', () => {
    expect(at('0+60x10', 'rate(one[5m])', 600)).toEqual([{ labels: { le: '1' }, value: 1 }])
    expect(at('100 160 20 80', 'increase(one[5m])', 180)[0]?.value).toBeCloseTo((140 * (180 + 30)) / 180)
    expect(at('5', 'rate(one[5m])', 0)).toEqual([])
  })

  it('forgets a series five minutes after its last value', () => {
    expect(at('7', 'one', 299)).toHaveLength(1)
    expect(at('7', 'one', 301)).toEqual([])
    expect(at('7', 'absent(one{le="1"})', 301)).toEqual([{ labels: { le: '1' }, value: 1 }])
  })

  it('rejects what it does not know', () => {
    for (const expr of ['avg(one)', 'max without (le) (one)', 'one > one', 'deriv(one[5m])', 'one offset 5m'])
      expect(() => at('1x9', expr, 60), expr).toThrow(/not supported/)
  })

  it('resets the wait of an alert when its expression stops holding', () => {
    const rule: AlertRule = { alert: 'A', expr: 'max(one) > 0', for: '5m', labels: {}, annotations: {} }
    const series = readSeries({ interval: '1m', input_series: [{ series: 'one', values: '1x3 0 1x9' }] })
    expect(findFiring(rule, series, 60, 9 * 60)).toEqual([])
    expect(findFiring(rule, series, 60, 10 * 60)).toHaveLength(1)
  })
})

const promtool = findProgram('promtool')
if (!promtool) console.log('not run: the alerts in promtool. Install prometheus.')

it.runIf(promtool)('promtool agrees with all of it', () => {
  const run = (...args: string[]) =>
    execFileSync(promtool as string, args, { cwd: path.join(root, 'deploy/prometheus'), encoding: 'utf8' })
  expect(run('check', 'rules', 'alerts.yaml')).toContain('SUCCESS')
  expect(run('test', 'rules', 'alerts.test.yaml')).toContain('SUCCESS')
})
