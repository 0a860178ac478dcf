// A passkey without a device: makes the responses that a browser would, and wrong ones where a test asks for them.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const PRESENT = 0x01
const VERIFIED = 0x04
const WITH_CREDENTIAL = 0x40

type Change = {
  /** The page that asked, as the browser says. */
  origin?: string
  rpId?: string
  /** False: no fingerprint, no PIN. */
  verified?: boolean
  counter?: number
  /** Statement about the authenticator. */
  attestation?: { fmt: string; attStmt: Map<string, unknown> }
}
/** What the page asked for: options of a registration or of a sign-in. */
type Asked = { challenge: string; rpId?: string; rp?: { id: string } }

export function newAuthenticator(baseUrl: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const coordinate = (text: string | undefined) => new Uint8Array(Buffer.from(text!, 'base64url'))
  // COSE: EC2 key, ES256, P-256.
  const cose = Buffer.from(
    isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinate(jwk.x)],
        [-3, coordinate(jwk.y)],
      ]),
    ),
  )
  let uses = 0

  function authenticatorData(asked: Asked, change: Change, more: Buffer = Buffer.alloc(0)): Buffer {
    const rpId = change.rpId ?? asked.rpId ?? asked.rp!.id
    const flags = PRESENT | (change.verified === false ? 0 : VERIFIED) | (more.length > 0 ? WITH_CREDENTIAL : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(change.counter ?? ++uses, 1)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), head, more])
  }
  const clientData = (type: string, asked: Asked, change: Change): Buffer =>
    Buffer.from(
      JSON.stringify({ type, challenge: asked.challenge, origin: change.origin ?? baseUrl, crossOrigin: false }),
    )
  const credential = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    id: id.toString('base64url'),
    register(asked: Asked, change: Change = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = authenticatorData(asked, change, Buffer.concat([Buffer.alloc(16), length, id, cose]))
      const { fmt, attStmt } = change.attestation ?? { fmt: 'none', attStmt: new Map() }
      const object = new Map<string, unknown>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', new Uint8Array(authData)],
      ])
      return credential({
        clientDataJSON: clientData('webauthn.create', asked, change).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(object as never)).toString('base64url'),
        transports: ['internal', 'teleport'],
      })
    },
    signIn(asked: Asked, change: Change = {}) {
      const authData = authenticatorData(asked, change)
      const client = clientData('webauthn.get', asked, change)
      const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()])
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      })
    },
  }
}
export type Authenticator = ReturnType<typeof newAuthenticator>
