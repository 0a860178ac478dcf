// Secrets at rest: AES-256-GCM under the master key; and keys for other purposes, derived from the same.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

export type SecretBox = {
  /** `context` binds the ciphertext to its row: moved to another one it does not open. */
  seal(plaintext: string, context: string): string
  open(sealed: string, context: string): string
  /** A 32-byte key of its own for one purpose; the master key itself never leaves this file. */
  deriveKey(purpose: string): Buffer
}

export function createSecretBox(masterKey: Buffer): SecretBox {
  if (masterKey.length !== 32) throw new Error('the master key must be 32 bytes')
  const deriveKey = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `freehold/${purpose}`, 32))
  const key = deriveKey('secret-box')
  return {
    seal(plaintext, context) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
      return `v1.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`
    },
    open(sealed, context) {
      if (!sealed.startsWith('v1.')) throw new Error('unknown secret format')
      const bytes = Buffer.from(sealed.slice(3), 'base64url')
      // Node would take a tag cut down to four bytes, which can be guessed; the length says that it must be whole.
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
    deriveKey,
  }
}

/** What is stored of a bearer token: enough to recognise it, useless to whoever reads the table. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

export const randomToken = (prefix: string, bytes = 24): string => `${prefix}${randomBytes(bytes).toString('hex')}`

/** Of partners, operators, applications, links, invitations and orders; also right behind a percent-encoded character, whose digits run into it. */
const SECRET_TEXT = /(?:\b|(?<=%[0-9A-Fa-f]{2}))(sk_(?:sandbox|live)_|op_|fh_(?:ac|at|rt|ln|iv|oi|or|cl)_)[\w-]+/g
/** Links to orders from before they had a prefix: the ID and signature of the order, then the token that claims it. */
const OLD_LINK = /^(?:[0-9A-Fa-f]{2})?[0-7][0-9a-hjkmnp-tv-z]{25}[\w-]{43}(?:\.[0-9a-f]{48})?$/
const OLD_LINK_LENGTH_MIN = 69
const hideOldLink = (text: string): string => (text.length >= OLD_LINK_LENGTH_MIN && OLD_LINK.test(text) ? '***' : text)

/** A character that needs no encoding, encoded once or several times. */
const ENCODED = /%(?:25)*(2[dDeE]|3\d|[46][1-9a-fA-F]|5[\daAfF]|7[\daAeE])/g
const decodePlain = (text: string): string =>
  text.replace(ENCODED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const hideSecrets = (text: string): string =>
  text.replace(SECRET_TEXT, '$1***').replace(/[\w-]+(?:\.\w+)?/g, hideOldLink)

/**
 * Secrets are known by their looks, wherever somebody put one by mistake: what is written down has none. One with encoded characters
 * opens the same page, so text is decoded first. Text without a secret stays as it is.
 */
export function withoutSecrets(text: string): string {
  // Nearly every path: too short for an old link, and every other secret has an underscore.
  if (text.length < OLD_LINK_LENGTH_MIN && !text.includes('_') && !text.includes('%')) return text
  const decoded = text.includes('%') ? decodePlain(text) : text
  const hidden = hideSecrets(decoded)
  return hidden === decoded ? text : hidden
}
