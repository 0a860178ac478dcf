// One connection to a registry without a client: writes prepared bytes, and waits until a whole frame has come.
import { connect } from 'node:tls'

const { encodeFrame, writeFrame } = await import('../../packages/epp/src/index.ts')

export const toBytes = (command, clientTransaction) =>
  encodeFrame(writeFrame({ kind: 'command', command, clientTransaction }))

export async function openBare({ port, ca, user, password }) {
  const socket = connect({ host: '127.0.0.1', port, ca })
  socket.setNoDelay(true)
  let bytes = Buffer.alloc(0)
  let wake = () => undefined
  const isWhole = () => bytes.length >= 4 && bytes.length >= bytes.readUInt32BE(0)
  socket.on('data', (part) => {
    bytes = bytes.length === 0 ? part : Buffer.concat([bytes, part])
    if (isWhole()) wake()
  })
  const next = () =>
    new Promise((resolve) => {
      wake = () => {
        const length = bytes.readUInt32BE(0)
        const frame = bytes.subarray(4, length)
        bytes = bytes.subarray(length)
        wake = () => undefined
        resolve(frame)
      }
      if (isWhole()) wake()
    })
  const exchange = (frame) => {
    const response = next()
    socket.write(frame)
    return response
  }
  await next()
  const login = { action: 'login', user, password, newPassword: null, version: '1.0', language: 'en' }
  const objects = ['urn:ietf:params:xml:ns:domain-1.0']
  await exchange(toBytes({ ...login, objects, extensions: [] }, 'BARE-LOGIN'))
  return { exchange, close: () => socket.destroy() }
}
