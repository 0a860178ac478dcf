// The OAuth guide is true: its commands are run as pasted, against a started service.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { cleanUp, finish, project, startService, usedFolder } from './process.ts'

const guide = readFileSync(path.join(project, 'docs/guides/oauth.md'), 'utf8')
const blocks = [...guide.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)

afterAll(cleanUp)

it('registers, lets itself in, and gets, refreshes and revokes a token', async () => {
  const { dataDir, port } = await startService({ DATA_DIR: await usedFolder() })
  const env = { DATA_DIR: dataDir, BASE: `http://localhost:${port}` }
  const { stdout, stderr } = await finish(['bash', '-euo', 'pipefail', '-c', blocks.join('\n')], env)
  const [address, index, scope, revoked] = stdout.trim().split('\n')
  expect(stderr).toBe('')
  expect(address).toMatch(/^http:\/\/localhost:\d+\/oauth\/authorize\?response_type=code&client_id=oac_/)
  expect(JSON.parse(index ?? '')).toMatchObject({ scopes: ['pricing:read'] })
  expect([scope, revoked]).toEqual(['pricing:read', 'revoked: 200'])
})
