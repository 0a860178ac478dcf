// While other tests run, a service is started on each database once; tests copy what it made.
import type { TestProject } from 'vitest/node'
import { cleanUp, fillDatabase, fillFolder } from './process.ts'

export default function setup(project: TestProject): (() => Promise<void>) | undefined {
  if (!project.vitest.projects.some(({ name }) => name === 'service')) return undefined
  const { postgresUrl } = project.getProvidedContext()
  let ended = false
  const filling = (async () => {
    await fillFolder()
    if (!ended) await fillDatabase(postgresUrl)
  })().catch((error: unknown) => {
    // Whoever needs it tries again, and says why it does not work.
    if (!ended) console.error('no service could be started for the tests to copy:', error)
  })
  return async () => {
    ended = true
    await cleanUp()
    await filling
    await cleanUp()
  }
}
