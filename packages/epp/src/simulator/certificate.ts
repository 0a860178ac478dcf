// A certificate that its own key signed, for the registry simulator and for tests on this machine. Written as DER by hand:
// Node makes keys, not certificates.
import { generateKeyPairSync, sign } from 'node:crypto'

const encode = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
const sequence = (...parts: Buffer[]) => encode(0x30, ...parts)
const oid = (hex: string) => encode(0x06, Buffer.from(hex, 'hex'))
const octets = (...parts: Buffer[]) => encode(0x04, ...parts)
const TRUE = Buffer.from('0101ff', 'hex')

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'))
const COMMON_NAME = oid('550403')
const ALTERNATIVE_NAMES = oid('551d11')
const BASIC_CONSTRAINTS = oid('551d13')

const toTime = (at: Date) => encode(0x17, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(2, 14)}Z`))

export type Certificate = { key: string; cert: string }

/** For `localhost`, 127.0.0.1 and ::1, valid from yesterday for a number of days. */
export function createCertificate(now = new Date(), days = 2): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(encode(0x31, sequence(COMMON_NAME, encode(0x0c, Buffer.from('Freehold registry simulator')))))
  const day = 24 * 3600 * 1000
  const names = sequence(
    encode(0x82, Buffer.from('localhost')),
    encode(0x87, Buffer.from([127, 0, 0, 1])),
    encode(0x87, Buffer.from([...Array(15).fill(0), 1])),
  )
  const extensions = sequence(
    sequence(BASIC_CONSTRAINTS, TRUE, octets(sequence(TRUE))),
    sequence(ALTERNATIVE_NAMES, octets(names)),
  )
  const body = sequence(
    encode(0xa0, encode(0x02, Buffer.from([2]))),
    encode(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    sequence(toTime(new Date(now.getTime() - day)), toTime(new Date(now.getTime() + (days - 1) * day))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    encode(0xa3, extensions),
  )
  const signature = encode(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  const der = sequence(body, ECDSA_WITH_SHA256, signature)
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}
