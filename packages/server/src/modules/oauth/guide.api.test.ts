// The OAuth guide is true: its commands are run as pasted, in a shell, against a service that listens.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { startListeningService } from '../../../test/listening.ts'
import { newAccount } from '../../../test/oauth.ts'

const guide = readFileSync(new URL('../../../../../docs/guides/oauth.md', import.meta.url), 'utf8')
const commands = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block).join('\n')

it('registers, lets itself in, and gets, refreshes and revokes a token', async () => {
  const service = await startListeningService()
  const folder = mkdtempSync(path.join(tmpdir(), 'freehold-guide-'))
  writeFileSync(path.join(folder, 'credentials.json'), JSON.stringify({ user: await newAccount(service) }))
  const { stdout, stderr } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], {
    env: { ...process.env, BASE: service.baseUrl, DATA_DIR: folder },
  }).finally(() => rmSync(folder, { recursive: true, force: true }))
  const [address, index, scope, revoked] = stdout.trim().split('\n')
  expect(stderr).toBe('')
  expect(address).toContain(`${service.baseUrl}/oauth/authorize?response_type=code&client_id=oac_`)
  expect(JSON.parse(index ?? '')).toMatchObject({ scopes: ['pricing:read'] })
  expect([scope, revoked]).toEqual(['pricing:read', 'revoked: 200'])
})
