// The SDK as a stranger gets it: packed, and installed into an empty project. Packed once a run; each project is a copy.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { copyFolder, type Ended, type Env, finish, lastingFolder, onceARun, project } from './process.ts'

/** Runs a command in a folder, as typed there. */
export const shellIn = (folder: string, command: string, env: Env = {}): Promise<Ended> =>
  finish(['bash', '--norc', '-c', `cd '${folder}' && ${command}`], env)

async function must(done: Promise<Ended>): Promise<string> {
  const { code, stdout, stderr } = await done
  if (code !== 0) throw new Error(stderr)
  return stdout
}

async function install(): Promise<string> {
  const folder = lastingFolder('sdk')
  const sdk = path.join(project, 'packages/sdk')
  const packed = await must(shellIn(sdk, `npm pack --json --pack-destination '${folder}'`))
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await must(shellIn(folder, `npm install --offline --no-audit --no-fund './${filename}'`))
  return folder
}

/** A project of one's own, empty but for the installed SDK. */
export const folderWithSdk = async (): Promise<string> => copyFolder(await onceARun('sdk', install))
