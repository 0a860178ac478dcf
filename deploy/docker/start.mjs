// What a container runs: the service, already built, as process 1. `serve` is the default; `worker`, `search`,
// `migrate` and `create-operator` are the others.
process.setSourceMapsEnabled(true)

// Process 1 has no default for a signal: until the service drains by itself, being asked to stop is to stop.
const stop = (signal) => process.exit(signal === 'SIGTERM' ? 143 : 130)
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// A worker has the container to itself: where nothing else is said it tells on the usual port how it is, for the health check to ask.
if (process.argv[2] === 'worker') process.env.WORKER_PORT ||= process.env.PORT || '8080'
if (process.argv[2] === 'search') process.env.SEARCH_LISTEN ||= process.env.PORT || '8080'
const { main } = await import('./packages/server/dist/bundle/index.js')
await main(process.argv.slice(2))
process.off('SIGTERM', stop)
process.off('SIGINT', stop)
