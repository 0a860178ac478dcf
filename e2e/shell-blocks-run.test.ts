// Runs the shell blocks of README and docs as pasted, in every installed shell, against one service per shell.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../packages/server/test/ports.ts'
import { cleanUp, finish, newFolder, type Service } from './process.ts'
import { DOCUMENTS, INSTALLED_SHELLS, readScript } from './shell-blocks.ts'
import { startUsed } from './used-service.ts'

afterAll(cleanUp)

const RUNNING = DOCUMENTS.filter((document) => readScript(document) !== null)

/** What a document's output must contain, beyond every command succeeding. */
const EXPECTED: Readonly<Record<string, readonly RegExp[]>> = {
  'README.md': [/"domain": "quickwheels\.com"/],
  'docs/guides/five-minute-start.md': [
    /^order\.recorded ord_/m,
    /^order\.transfer_completed ord_/m,
    /^order\.settled ord_/m,
    /"order_public_id": "ord_/,
    /"missing": \[\n\s+"cart-2"/,
  ],
  'docs/guides/going-live.md': [/"environment": "sandbox"/],
  'docs/guides/mcp.md': [/ridgebasecamp\.com/],
  'docs/guides/oauth.md': [/revoked: 200/],
  'docs/guides/operator-console.md': [/"created":1/, /"kind":"summary"/],
  'docs/guides/public-api.md': [
    /"status":"for_sale","price":null,"price_masked":true/,
    /"checkout_url":/,
    /"progress_url":/,
  ],
  'docs/guides/quotes-and-orders.md': [/"quote_token":/, /"status": "REFUNDED"/],
  'docs/guides/sandbox.md': [/"offset_seconds": 600/, /"status": "TRANSFER_COMPLETED"/],
  'docs/guides/signing.md': [/quo_/],
}

it('are the documents with blocks that run', () => {
  expect(RUNNING).toEqual(expect.arrayContaining(Object.keys(EXPECTED)))
})

describe.each(INSTALLED_SHELLS.map((shell) => [shell.name, shell] as const))('in %s', (_name, shell) => {
  let service: Service
  beforeAll(async () => {
    // The pages together send more requests than one network may send in a minute.
    service = await startUsed({ RATE_LIMITS: 'off' })
  })

  /** One shell for a whole page, as a reader would have it. Only the URL, the port and the folder differ. */
  async function paste(document: string): Promise<string> {
    const folder = newFolder()
    const port = String(await freePort())
    const script = (readScript(document) ?? '')
      .replaceAll('http://localhost:8080', service.url)
      .replaceAll('4100', port)
      .replaceAll('/tmp/', `${folder}/`)
      .replaceAll(/--pack-destination \/tmp$/gm, `--pack-destination ${folder}`)
    const done = await finish([...shell.run, script], {
      DATA_DIR: service.dataDir,
      FREEHOLD_PROFILE: `${folder}/profile.json`,
      npm_config_offline: 'true',
      npm_config_audit: 'false',
    })
    const errors = done.stderr
      .split('\n')
      .filter((line) => /not found|no matches|(parse|syntax) error|unbound|not set|\bError\b/.test(line))
    expect([document, done.code, errors]).toEqual([document, 0, []])
    return done.stdout
  }

  it.each(RUNNING)('%s runs as pasted', async (document) => {
    const output = await paste(document)
    for (const pattern of EXPECTED[document] ?? []) expect(output).toMatch(pattern)
  })
})
