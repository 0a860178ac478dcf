// The modules about domains and what is for sale: see scripts/rules/module-table.cjs.

const DOMAIN_MODULES = {
  catalog: {
    owns: 'listings, availability, prices, imports, the withdrawal of expired listings',
    tables: ['listings', 'listing_imports', 'listing_rounds', 'listing_doubts', 'listing_withdrawals'],
    reads: ['listing_proofs', 'owned_domains', 'sellers', 'users'],
    mayImport: ['mail'],
  },
  registry: { owns: 'TLD prices and rules, registration data', tables: ['tlds'], mayImport: ['catalog'] },
  domains: {
    owns: "people's own domains, bulk operations",
    tables: ['owned_domains', 'bulk_runs'],
    mayImport: ['catalog', 'registry', 'sellers'],
  },
  watches: {
    owns: "people's watchlists, messages about watched domains",
    tables: ['watches'],
    reads: ['listings', 'users'],
    mayImport: ['mail', 'catalog', 'registry', 'tax'],
  },
}

module.exports = { DOMAIN_MODULES }
