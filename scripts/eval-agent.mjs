// `npm run eval:agent`: tasks for an agent without a model, and a table of what it completed, with how many calls and bytes.
import { spawnSync } from 'node:child_process'
import { ensureInstalled, root } from './install.mjs'

ensureInstalled()
const vitest = new URL('../node_modules/vitest/vitest.mjs', import.meta.url)
const args = ['run', '--project', 'api on postgres', '--reporter', 'dot', 'agents/evaluation']
const { status } = spawnSync(process.execPath, [vitest.pathname, ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, EVAL_AGENT: 'table' },
})
process.exitCode = status ?? 1
