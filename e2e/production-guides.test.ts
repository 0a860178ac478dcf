// The guides for partners against a service in production mode: the commands run as pasted, with keys that an operator issued.
// The short form runs the guide to going live; shell-blocks-run.test.ts runs the other one in development.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../packages/server/test/ports.ts'
import { cleanUp, type Env, finish, newFolder } from './process.ts'
import { type Production, startProduction } from './production-service.ts'
import { INSTALLED_SHELLS, readScript } from './shell-blocks.ts'
import { listCases } from './whole.ts'

let production: Production
beforeAll(async () => {
  production = await startProduction('guides')
})
afterAll(cleanUp)

async function issueKey(environment: 'sandbox' | 'live'): Promise<Env> {
  const { keyId, secret } = await production.issueKey(environment)
  return { FREEHOLD_BASE_URL: production.service.url, FREEHOLD_KEY_ID: keyId, FREEHOLD_SECRET: secret }
}

async function paste(document: string, keys: Env): Promise<string> {
  const port = String(await freePort())
  const script = (readScript(document) ?? '').replaceAll('4100', port)
  const done = await finish([...INSTALLED_SHELLS[0]!.run, script], {
    ...keys,
    DATA_DIR: newFolder(),
    FREEHOLD_PROFILE: `${newFolder()}/profile.json`,
  })
  expect([document, done.code, done.code === 0 ? '' : done.stderr]).toEqual([document, 0, ''])
  return done.stdout
}

const GUIDES = [
  { guide: 'going-live', environment: 'live', expected: [/"environment": "live"/] },
  {
    guide: 'five-minute-start',
    environment: 'sandbox',
    expected: [/^order\.recorded ord_/m, /^order\.settled ord_/m, /"missing": \[\n\s+"cart-2"/],
  },
] as const

it.each(listCases(GUIDES))(
  '$guide runs as pasted with a $environment key',
  async ({ guide, environment, expected }) => {
    const output = await paste(`docs/guides/${guide}.md`, await issueKey(environment))
    for (const pattern of expected) expect(output).toMatch(pattern)
  },
)
