// What a container runs: the service, already built, as process 1. `serve` is the default; `worker`, `search`,
// `migrate` and `create-operator` are the others.
import { chooseTarget, noteTarget } from './health-target.mjs'

process.setSourceMapsEnabled(true)

// Process 1 has no default for a signal: until the service drains by itself, being asked to stop is to stop.
const stop = (signal) => process.exit(signal === 'SIGTERM' ? 143 : 130)
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
const command = process.argv[2] ?? 'serve'
const target = chooseTarget(command, process.env)
// A worker and a search process have the container to themselves: without another setting they listen on the usual port.
if (command === 'worker') process.env.WORKER_PORT = target
if (command === 'search') process.env.SEARCH_LISTEN = target
if (target !== null) noteTarget(target)
const { main } = await import('./packages/server/dist/bundle/index.js')
await main(process.argv.slice(2))
process.off('SIGTERM', stop)
process.off('SIGINT', stop)
