// Types of audit-rules.mjs, for its test.
export type Advisory = { id: string; severity: string; title: string; packages: string[] }
export type Allowed = { advisory: string; package: string; reason: string; until: string }
export function listAdvisories(report: object): Advisory[]
export function judgeAudit(
  report: object,
  allowed: readonly Allowed[],
  today: string,
): { explained: Advisory[]; unexplained: Advisory[]; needless: Allowed[] }
export function whyNoReport(text: string): string | null
