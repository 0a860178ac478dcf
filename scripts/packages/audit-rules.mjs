// What an audit of the dependencies means: which advisories touch us, which of them somebody has explained, and until when.

/** Every advisory of npm's report, once, with the packages that it reaches us through. */
export function listAdvisories(report) {
  const found = new Map()
  // A text among them names another package of this list: the advisory stands there.
  for (const { name, via } of Object.values(report.vulnerabilities))
    for (const advisory of via.filter((one) => typeof one === 'object')) {
      const id = advisory.url?.split('/').at(-1) ?? String(advisory.source)
      const known = found.get(id) ?? { id, severity: advisory.severity, title: advisory.title, packages: [] }
      if (!known.packages.includes(name)) known.packages.push(name)
      found.set(id, known)
    }
  return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** `today` as 2026-01-31. An explanation holds for one advisory, in one package, until its day. */
export function judgeAudit(report, allowed, today) {
  const holds = (advisory) => (one) =>
    one.advisory === advisory.id && advisory.packages.every((name) => name === one.package) && one.until >= today
  const advisories = listAdvisories(report)
  const explained = advisories.filter((advisory) => allowed.some(holds(advisory)))
  return {
    explained,
    unexplained: advisories.filter((advisory) => !explained.includes(advisory)),
    needless: allowed.filter((one) => !advisories.some(({ id }) => id === one.advisory)),
  }
}

/** Why there is no report, or null: without the registry's answer nothing is known, which is not the same as nothing found. */
export function whyNoReport(text) {
  let report
  try {
    report = JSON.parse(text)
  } catch {
    return 'npm gave no report'
  }
  if (report.error) return report.error.summary || report.error.code || report.message || 'the registry gave no answer'
  if (report.message && !report.vulnerabilities) return report.message
  return report.vulnerabilities ? null : 'npm gave a report of another shape'
}
