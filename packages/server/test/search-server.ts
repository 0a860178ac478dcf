// A search process for tests: serves the index of a test service to others, and stops, hangs and starts again when it is told to.
import type { SearchEngine } from '@freehold/search'
import type { FastifyInstance } from 'fastify'
import { createServer } from '../src/http/server.ts'
import { mountSearchServer } from '../src/modules/search/index.ts'
import { closeWithFile } from './closing.ts'
import type { TestService } from './harness.ts'
import { freePort } from './ports.ts'

export async function startSearchServer({ deps, searchEngine }: TestService) {
  let app: FastifyInstance
  let released = Promise.resolve()
  let release = () => {}
  const engine: Pick<SearchEngine, 'search'> = {
    search: async (query) => {
      await released
      return searchEngine!.search(query)
    },
  }
  async function listen(): Promise<void> {
    app = createServer(deps)
    mountSearchServer(app, deps, engine)
    await app.listen({ host: '127.0.0.1', port })
  }
  async function stop(): Promise<void> {
    app.server.closeAllConnections()
    await app.close()
  }
  const port = await freePort()
  await listen()
  closeWithFile(stop)
  return {
    url: `http://127.0.0.1:${port}`,
    stop,
    start: listen,
    /** Searches get no response until `release` is called. */
    hang(): void {
      released = new Promise((resolve) => {
        release = resolve
      })
    },
    release: () => release(),
  }
}
