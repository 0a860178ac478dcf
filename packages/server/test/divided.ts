// Long lists of requests whose outcome no database decides: `npm test` gives each database one half of them, which together is all;
// `npm run prove` gives both databases all.
import { databaseKind } from './harness.ts'

export function divided<Row>(rows: readonly Row[]): Row[] {
  if (process.env.UNDIVIDED) return [...rows]
  const half = databaseKind === 'embedded' ? 0 : 1
  return rows.filter((_, index) => index % 2 === half)
}
