// Loaded before the service (NODE_OPTIONS=--require): while the file FULL_DISK names is there, no file below DATA_DIR takes another byte.
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')

const flag = process.env.FULL_DISK
const below = process.env.DATA_DIR
const { existsSync, readlinkSync, writeSync, openSync } = fs

const full = () =>
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28, syscall: 'write' })
const isOurs = (fd) => {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`).startsWith(below)
  } catch {
    return true
  }
}

fs.writeSync = (fd, ...rest) => {
  if (existsSync(flag) && isOurs(fd)) throw full()
  return writeSync(fd, ...rest)
}
fs.openSync = (path, flags, ...rest) => {
  const makes = typeof flags === 'number' ? (flags & fs.constants.O_CREAT) !== 0 : /[wa]/.test(String(flags ?? 'r'))
  if (makes && existsSync(flag) && String(path).startsWith(below) && !existsSync(path)) throw full()
  return openSync(path, flags, ...rest)
}
syncBuiltinESMExports()
