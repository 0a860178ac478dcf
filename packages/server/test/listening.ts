// A test service that listens on a port of loopback, for clients that speak HTTP themselves.
import { startTestService, type TestService } from './harness.ts'
import { freePort } from './ports.ts'

/** Its base URL must be known before it starts: the discovery documents are made of it. */
export async function startListeningService(
  env: Record<string, string> = {},
  options: Parameters<typeof startTestService>[1] = {},
): Promise<TestService & { baseUrl: string }> {
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const service = await startTestService({ BASE_URL: baseUrl, ...env }, options)
  await service.app.listen({ host: '127.0.0.1', port })
  return { ...service, baseUrl }
}
