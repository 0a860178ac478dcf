// The shipped catalogue of endings, read from the package's data folder.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { emptyTld, type Tld } from './rules/tlds.ts'

const FILE = new URL('../../../data/tlds.json', import.meta.url)

/** Members carry the names of the table's columns; what is missing is not known. */
type Shipped = { tld: string; prices_as_of?: string } & Record<string, unknown>

export type Catalogue = {
  /** Changes with the file, and only with it. */
  version: string
  tlds(now: Date): Tld[]
}

function toTld(shipped: Shipped, now: Date): Tld {
  const fields = Object.entries(shipped).map(([column, value]) => [
    column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    column === 'prices_as_of' ? new Date(`${value as string}T00:00:00.000Z`) : value,
  ])
  return { ...emptyTld(shipped.tld, now), ...(Object.fromEntries(fields) as Partial<Tld>) }
}

export function readCatalogue(): Catalogue {
  const text = readFileSync(FILE, 'utf8')
  return {
    version: createHash('sha256').update(text).digest('hex').slice(0, 16),
    tlds: (now) => (JSON.parse(text) as { tlds: Shipped[] }).tlds.map((shipped) => toTld(shipped, now)),
  }
}
