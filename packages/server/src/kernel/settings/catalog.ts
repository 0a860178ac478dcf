// Settings of the inventory: SANDBOX_INVENTORY and LISTING_WATCH.
import { type Env, readChoice } from './values.ts'

export type CatalogSettings = {
  /** Sample domains in the sandbox, listed again after they were sold. */
  sandboxInventory: boolean
  /** Whether listings of expired domains are withdrawn. In development, listed domains are often invented. */
  watchesListings: boolean
}

export const readCatalogSettings = (env: Env, production: boolean): CatalogSettings => ({
  sandboxInventory: readChoice(env, 'SANDBOX_INVENTORY', ['on', 'off'], 'on') === 'on',
  watchesListings: readChoice(env, 'LISTING_WATCH', ['on', 'off'], production ? 'on' : 'off') === 'on',
})
