// Owns timing one side of the comparison: each query alone, and the processor time of all.

export async function timeQueries(queries, search) {
  const times = []
  const before = process.cpuUsage()
  for (const query of queries) {
    const start = performance.now()
    await search(query)
    times.push(performance.now() - start)
  }
  const { user, system } = process.cpuUsage(before)
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
  const [p50, p90, p99] = [0.5, 0.9, 0.99].map(at)
  const cpu = (user + system) / 1000 / times.length
  const shown = [`p50 ${p50.toFixed(2)} ms`, `p90 ${p90.toFixed(2)} ms`, `p99 ${p99.toFixed(2)} ms`]
  return { p50, p99, text: `${shown.join(', ')}, processor ${cpu.toFixed(2)} ms a query, over ${times.length} queries` }
}
