// While other tests run, a service is started on each database and left until its names are embedded; tests copy what it made.
import type { TestProject } from 'vitest/node'
import { cleanUp, fillDatabase, fillFolder } from './process.ts'

export default function setup(project: TestProject): (() => Promise<void>) | undefined {
  if (!project.vitest.projects.some(({ name }) => name === 'service')) return undefined
  const { postgresUrl } = project.getProvidedContext()
  // Whoever waits for it in vain says so.
  void fillFolder()
    .then(() => fillDatabase(postgresUrl))
    .catch((error: unknown) => console.error('no service could be started for the tests to copy:', error))
  return cleanUp
}
