// Long lists of requests whose outcome no database decides: `npm test` sends a tenth of them to a service on the embedded database and
// the rest to one on PostgreSQL, which together is all; `npm run prove` sends all to both.
import { databaseKind } from './harness.ts'

export function divided<Row>(rows: readonly Row[]): Row[] {
  if (process.env.UNDIVIDED) return [...rows]
  return rows.filter((_, index) => (index % 10 === 0) === (databaseKind === 'embedded'))
}
