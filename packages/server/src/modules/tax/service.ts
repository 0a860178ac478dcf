// The tax settings of the marketplace.
import type { Db, Tx } from '../../db/sql.ts'
import { readState, writeState } from '../../db/state.ts'
import type { Deps } from '../../deps.ts'
import { invalidField } from '../../kernel/errors.ts'
import { addsTax, type PriceKind, type TaxSettings } from './rules.ts'

const KEY = 'tax'

/** Null: no tax is configured. */
export async function findTaxSettings(db: Db): Promise<TaxSettings | null> {
  const kept = await readKept(db)
  return kept === undefined || kept.rates.length === 0 ? null : kept
}

/** How long pages show prices by what was read last. The checkout always reads the settings. */
const KEPT_MS = 10_000
const KEPT = new WeakMap<Db, { isAdded: boolean; until: number; edition: number }>()
/** How often this process saved settings. */
let edition = 0

/** Whether pages say that tax is added to prices. */
export async function isTaxAdded({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<boolean> {
  const kept = KEPT.get(db)
  const now = clock.now().getTime()
  if (kept && now < kept.until && kept.edition === edition) return kept.isAdded
  const readIn = edition
  const isAdded = addsTax(await findTaxSettings(db))
  KEPT.set(db, { isAdded, until: now + KEPT_MS, edition: readIn })
  return isAdded
}

/** Also without rates. A release before kept no kind of prices: they were gross. */
async function readKept(db: Db): Promise<TaxSettings | undefined> {
  const kept = await readState<Omit<TaxSettings, 'prices'> & { prices?: PriceKind }>(db, KEY)
  return kept && { ...kept, prices: kept.prices ?? 'gross' }
}

/** Replaces the settings; the kind of prices stays where none is given. They apply to later sales: the tax of a sale is fixed when it is paid. */
export async function saveTaxSettings(
  tx: Tx,
  { prices, ...settings }: Omit<TaxSettings, 'prices'> & { prices: PriceKind | undefined },
): Promise<void> {
  const countries = settings.rates.map(({ country }) => country)
  const again = countries.findIndex((country, index) => countries.indexOf(country) !== index)
  if (again >= 0) throw invalidField(`rates.${again}.country`, `must occur once, ${countries[again]} is repeated`)
  const kept = prices ?? (await readKept(tx))?.prices ?? 'gross'
  await writeState(tx, KEY, { ...settings, prices: kept })
  edition += 1
}
