// One serving process of the load: the whole service, search and background work included, with its own signals. Settings as in
// production but for the limits of one caller, which would end the bench within a minute.
import { tmpdir } from 'node:os'
import { serve } from '../../packages/server/src/commands/serve.ts'
import { benchConfig } from '../orders/server.mjs'

const { url, port, dataDir, ...more } = JSON.parse(process.argv[2])

await serve({
  ...benchConfig(),
  databaseUrl: url,
  port,
  dataDir: dataDir ?? tmpdir(),
  logLevel: 'warn',
  seed: false,
  ...more,
})
