// The files that a module may have, and what its rules may import.

/** The files of a module. The first ones may be a folder of files instead: rules, store and views by noun, service by verb. */
const MODULE_FILES = {
  fileOrFolder: ['rules', 'store', 'service', 'http', 'views'],
  file: ['data', 'pages', 'jobs', 'index'],
  routes: ['partner', 'operator', 'portal', 'public', 'oauth', 'hosted'],
}

/** What a module has beside them, and why. */
const MODULE_FILES_ALSO = {
  // The demonstration inventory is a program of its own.
  catalog: ['seed/'],
  // Every table of the database, of all modules: what makes it grow and how long its rows are kept.
  operator: ['tables.ts'],
  // The engine that sends deliveries: it runs beside the use cases, for as long as the process.
  webhooks: ['dispatcher/'],
}

/** Pure rules import the kernel alone; what else one of them may, and why. */
const RULES_MAY_ALSO_IMPORT = {
  // The password hash is a native function without state.
  accounts: ['@node-rs/argon2'],
  // Computes the codes of RFC 6238, without state.
  factors: ['otpauth'],
}

module.exports = { MODULE_FILES, MODULE_FILES_ALSO, RULES_MAY_ALSO_IMPORT }
