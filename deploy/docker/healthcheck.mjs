// Asks the process of this container whether it lives: exit code 0 if it does. A worker answers on WORKER_PORT and a search process
// on SEARCH_LISTEN, or where that is not set on PORT, as start.mjs has it.
const port = process.env.WORKER_PORT || process.env.SEARCH_LISTEN || process.env.PORT || '8080'
const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(4000) }).catch(() => null)
process.exitCode = answer?.status === 200 ? 0 : 1
