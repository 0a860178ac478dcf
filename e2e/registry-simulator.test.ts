// The registry simulator as a person starts it: the command of the guide, the settings that it prints, and the end by a signal.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createEppRegistrar } from '../packages/server/src/integrations/registrar/epp.ts'
import { systemClock } from '../packages/server/src/kernel/clock.ts'
import { readEppSettings } from '../packages/server/src/kernel/settings/epp.ts'
import { cleanUp, newFolder, run, START } from './process.ts'
import { readBlocks } from './shell-blocks.ts'

afterAll(cleanUp)

const GUIDE = 'docs/guides/epp.md'

/** The options in the guide, but a free port and a log in a new folder. */
function readOptions(log: string): string[] {
  const block = readBlocks(GUIDE).find(({ needs }) => needs === 'own-terminal')
  const [, options = ''] = /^npm start -- (registry-simulator .*)$/m.exec(block?.script ?? '') ?? []
  expect(options).toContain('--log registry.log')
  return [...options.replace('registry.log', log).trim().split(' '), '--port', '0']
}

it('starts with the command of the guide, is reached with the settings that it prints, and ends by a signal', async () => {
  const folder = newFolder()
  const log = path.join(folder, 'registry.log')
  const { child, output, ended } = run([...START, ...readOptions(log)], { DATA_DIR: folder })
  await expect.poll(() => output.stdout, { timeout: 180_000 }).toContain('EPP_CA=')
  const printed = Object.fromEntries(
    [...output.stdout.matchAll(/^ {4}([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  )
  const settings = readEppSettings(printed, '/')
  if (settings === null) throw new Error('no settings were printed')
  const registrar = createEppRegistrar(settings, { clock: systemClock })
  const command = { transaction: 'guide-1' }
  const asked = await registrar.requestTransfer({ name: 'brand-example.com', authCode: 'auth-1234' }, command)
  expect(asked).toMatchObject({ kind: 'pending', value: 'pending' })
  await registrar.close()
  expect(readFileSync(log, 'utf8')).toContain('"action":"domain:transfer:request"')
  expect(output.stdout).toContain('domain:transfer:request brand-example.com guide-1 1001')
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 0, stderr: '' })
  expect(output.stdout).not.toContain('auth-1234')
})
