// The settings of all processes of the bench.
import { readDelivery } from '../../packages/server/src/kernel/settings/delivery.ts'
import { benchConfig } from '../orders/server.mjs'

export const CLIENTS = { freehold: 'bench-market', other: 'bench-other' }

/** `ca` is the file with the certificate of the registry. */
export const createBenchSettings = ({ url, port, dataDir, registryPort, ca, sessions }) => ({
  ...benchConfig(),
  databaseUrl: url,
  port: port ?? 0,
  dataDir,
  logLevel: 'warn',
  seed: false,
  sandboxInventory: false,
  background: false,
  // The language model would compete for the two cores.
  searchEngine: 'keyword',
  delivery: readDelivery(
    {
      DELIVERY: 'epp',
      EPP_URL: `epps://127.0.0.1:${registryPort}`,
      EPP_USER: 'freehold',
      EPP_PASSWORD: CLIENTS.freehold,
      EPP_CA: ca,
      EPP_SESSIONS: String(sessions),
    },
    false,
    '/',
  ),
})
