// One process of the service: a worker, or one that serves requests and leaves background work to the worker.
import { serve } from '../../packages/server/src/commands/serve.ts'
import { worker } from '../../packages/server/src/commands/worker.ts'
import { createBenchSettings } from './settings.mjs'

const { role, ...given } = JSON.parse(process.argv[2])
await (role === 'worker' ? worker : serve)(createBenchSettings(given))
