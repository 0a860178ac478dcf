// The tax settings of the marketplace.
import type { Db, Tx } from '../../db/sql.ts'
import { readState, writeState } from '../../db/state.ts'
import { invalidField } from '../../kernel/errors.ts'
import type { TaxSettings } from './rules.ts'

const KEY = 'tax'

/** Null: no tax is configured. */
export async function findTaxSettings(db: Db): Promise<TaxSettings | null> {
  const kept = await readState<TaxSettings>(db, KEY)
  return kept === undefined || kept.rates.length === 0 ? null : kept
}

/** Replaces the settings. They apply to later sales: the tax of a sale is fixed when it is paid. */
export async function saveTaxSettings(tx: Tx, settings: TaxSettings): Promise<void> {
  const countries = settings.rates.map(({ country }) => country)
  const again = countries.findIndex((country, index) => countries.indexOf(country) !== index)
  if (again >= 0) throw invalidField(`rates.${again}.country`, `must occur once, ${countries[again]} is repeated`)
  await writeState(tx, KEY, settings)
}
