// Runs the snippets of the first-integration guide as one program, in an empty folder with the packed SDK.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { folderWithSdk, shellIn } from './packed-sdk.ts'
import { cleanUp, project } from './process.ts'
import { startUsed } from './used-service.ts'

const guide = readFileSync(path.join(project, 'docs/guides/first-hour.md'), 'utf8')
const blocks = [...guide.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)

afterAll(cleanUp)

it('leads from an empty folder to a quote, an order, its webhook and its statement', async () => {
  const folder = await folderWithSdk()
  writeFileSync(path.join(folder, 'first-hour.js'), blocks.join('\n'))
  const service = await startUsed()
  const { key_id, secret } = service.credentials().partner
  const done = await shellIn(folder, 'node first-hour.js', {
    FREEHOLD_BASE_URL: service.url,
    FREEHOLD_KEY_ID: key_id,
    FREEHOLD_SECRET: secret,
  })
  expect([done.code, done.stderr]).toEqual([0, ''])

  const said = (pattern: RegExp): string => {
    expect(done.stdout).toMatch(pattern)
    return pattern.exec(done.stdout)?.[1] ?? ''
  }
  said(/^.+, sandbox: 15% commission$/m)
  const domain = said(/^quoted (\S+), reserved until \d{4}-/m)
  const order = said(/^ordered (ord_\w+): EXTERNALLY_PAID; repeated request returned \1$/m)
  said(new RegExp(`^webhook evt_\\w+: order\\.recorded for ${order}$`, 'm'))
  said(/^EXTERNALLY_PAID → TRANSFER_IN_PROGRESS → TRANSFER_COMPLETED$/m)
  const statement = said(/^statement (stl_\w+): sold for \d+, kept \d+, owed \d+$/m)
  said(/^reconciled: 1 matched, missing: payment-2$/m)

  // The service remembers it the same way.
  const sdk = service.sdk()
  expect(await sdk.orders.get(order)).toMatchObject({ domain, status: 'SETTLED', settlement_id: statement })
  expect((await sdk.orders.list()).orders).toHaveLength(1)
})
