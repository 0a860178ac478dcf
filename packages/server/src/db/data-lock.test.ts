// One process per data folder, also after a crash.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataDirectory } from './data-lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fh-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const getSocketPath = (directory: string) => path.join(directory, 'lock.sock')

describe('the lock on a data folder', () => {
  it('is refused to a second taker and given again after the release', async () => {
    const first = await lockDataDirectory(folder)
    expect(first).not.toBeNull()
    expect(await lockDataDirectory(folder)).toBeNull()
    first!.release()
    const again = await lockDataDirectory(folder)
    expect(again).not.toBeNull()
    again!.release()
  })

  it('goes to exactly one of ten who ask at once', async () => {
    const takers = await Promise.all(Array.from({ length: 10 }, () => lockDataDirectory(folder)))
    const held = takers.filter((lock) => lock !== null)
    expect(held).toHaveLength(1)
    held[0]!.release()
  })

  it('is taken over from a process that was killed', async () => {
    const script = `require('node:net').createServer().listen(${JSON.stringify(getSocketPath(folder))}, () => console.log('up'))`
    const holder = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(holder.stdout, 'data')
    expect(await lockDataDirectory(folder)).toBeNull()
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    expect(existsSync(getSocketPath(folder))).toBe(true)
    const lock = await lockDataDirectory(folder)
    expect(lock).not.toBeNull()
    expect(await lockDataDirectory(folder)).toBeNull()
    lock!.release()
  })

  it('goes to one of ten who find a dead socket at once', async () => {
    const script = `require('node:net').createServer().listen(${JSON.stringify(getSocketPath(folder))}, () => process.kill(process.pid, 'SIGKILL'))`
    spawnSync(process.execPath, ['-e', script])
    expect(existsSync(getSocketPath(folder))).toBe(true)
    const takers = await Promise.all(Array.from({ length: 10 }, () => lockDataDirectory(folder)))
    const held = takers.filter((lock) => lock !== null)
    expect(held).toHaveLength(1)
    for (const lock of held) lock.release()
  })

  it('works in a folder whose path is too long for a socket', async () => {
    const deep = path.join(folder, 'x'.repeat(60), 'y'.repeat(60))
    mkdirSync(deep, { recursive: true })
    const lock = await lockDataDirectory(deep)
    expect(lock).not.toBeNull()
    expect(await lockDataDirectory(deep)).toBeNull()
    lock!.release()
  })
})
