// The runtime of the embedding model brings its library for five platforms, 255 MB that this machine cannot run.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

const PLACE = 'node_modules/onnxruntime-node/bin'

/** True for a file, given from the root of the project, that only another platform can load. */
export function isForeignBinary(file) {
  if (!file.startsWith(`${PLACE}/`)) return false
  const [, platform, arch] = file.slice(PLACE.length + 1).split('/')
  return (platform !== undefined && platform !== process.platform) || (arch !== undefined && arch !== process.arch)
}

/** After an install; a folder of packages that moves to another platform is installed again there anyway. */
export function removeForeignBinaries(root) {
  const place = path.join(root, PLACE)
  if (!existsSync(place)) return
  for (const file of readdirSync(place, { recursive: true })) {
    const name = `${PLACE}/${file.split(path.sep).join('/')}`
    if (isForeignBinary(name)) rmSync(path.join(root, name), { recursive: true, force: true })
  }
}
