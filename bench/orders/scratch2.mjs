// scratch
const { query } = await import('./fixture.mjs')
const { LEDGER_CHECKS } = await import('../../packages/server/src/modules/ledger/checks.ts')
const url = process.argv[2]
for (const { name, statement } of LEDGER_CHECKS) {
  if (process.argv[3] && !process.argv[3].split(',').includes(name)) continue
  const t = performance.now()
  const rows = await query(url, (process.env.EXPLAIN ? 'explain (analyze, costs off, timing off) ' : '') + statement.text, statement.values)
  console.log(name, (performance.now() - t).toFixed(0), 'ms', process.env.EXPLAIN ? '\n' + rows.map(r => r['QUERY PLAN']).join('\n') : rows.length)
}
