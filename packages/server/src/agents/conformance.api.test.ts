// The official conformance suite, against the service itself and against its transport with the tools that the suite asks for.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService } from '../../test/harness.ts'
import { createFixtureHandler } from '../../test/mcp-fixture.ts'
import { freePort } from '../../test/ports.ts'
import { mountMcp } from './mcp.ts'

const [PORT, FIXTURE_PORT] = [await freePort(), await freePort()]
const service = await startTestService({ BASE_URL: `http://localhost:${PORT}` })
await service.app.listen({ host: '127.0.0.1', port: PORT })

/** The same code between socket and library; only what the tools do differs. */
const fixture = Fastify()
const nobody = { token: async () => undefined, session: async () => undefined }
mountMcp(fixture, service.deps, nobody, async () => createFixtureHandler())
await fixture.listen({ host: '127.0.0.1', port: FIXTURE_PORT })
const folder = await mkdtemp(path.join(tmpdir(), 'conformance-'))
afterAll(async () => {
  await fixture.close()
  await rm(folder, { recursive: true, force: true })
})

const CLI = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js')

/** The suite prints one line per scenario. It talks to this machine only. */
const runSuite = (port: number): Promise<string> =>
  new Promise((resolve) => {
    const args = [CLI, 'server', '--url', `http://localhost:${port}/mcp`]
    execFile(process.execPath, args, { cwd: folder, timeout: 240_000, maxBuffer: 64 * 1024 * 1024 }, (_, out, err) =>
      resolve(`${out}${err}`),
    )
  })

const isPassed = (output: string, name: string): boolean =>
  new RegExp(`^✓ ${name}: [1-9]\\d* passed, 0 failed`, 'm').test(output)

const OWN = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection']
const WITH_FIXTURES = [
  ...['tools-call-simple-text', 'tools-call-image', 'tools-call-audio', 'tools-call-embedded-resource'],
  ...['tools-call-mixed-content', 'tools-call-with-logging', 'tools-call-error', 'tools-call-with-progress'],
  ...['resources-read-text', 'resources-read-binary', 'resources-templates-read'],
  ...['prompts-get-simple', 'prompts-get-with-args', 'prompts-get-embedded-resource', 'prompts-get-with-image'],
  'logging-set-level',
]

// Not applicable to a server without sessions: sampling, elicitation inside a call, subscriptions, and streams that are resumed.

describe('the service', () => {
  let output = ''
  beforeAll(async () => {
    output = await runSuite(PORT)
  }, 300_000)
  it.each(OWN)('passes %s', (name) => expect(isPassed(output, name), output).toBe(true))
})

describe('the transport', () => {
  let output = ''
  beforeAll(async () => {
    output = await runSuite(FIXTURE_PORT)
  }, 300_000)
  it.each([...OWN, ...WITH_FIXTURES])('passes %s', (name) => expect(isPassed(output, name), output).toBe(true))
})
