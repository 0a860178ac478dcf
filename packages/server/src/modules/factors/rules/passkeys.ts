// Passkeys: what we accept, and the messages for those that we do not.

/** ES256, EdDSA and RS256, by their COSE numbers: every authenticator has one of them. */
export const ALGORITHMS = [-7, -8, -257] as const

export const PASSKEY_PROBLEMS = {
  malformed: 'The response of the passkey is not valid. Try again.',
  other_origin: 'This passkey response is for another site. Try again on a page of this service.',
  expired: 'The passkey request expired or was already used. Try again.',
  unknown: 'This passkey is not registered with this service. Use another method.',
  other_account: 'This passkey belongs to another account. Use a passkey of this account.',
  registered: 'This passkey is already registered. Use it to sign in, or add another.',
  counter: 'This passkey was used in a way that suggests a copy of it. Remove it, and use another method.',
  unverified: 'The passkey could not be verified. Try again, or use another method.',
  no_host_name: 'Passkeys do not work at an IP address. Open this service by its host name.',
} as const
export type PasskeyProblem = keyof typeof PASSKEY_PROBLEMS

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The response of a passkey in a form field. Text that is not a JSON object is an object without fields. */
export function parsePasskeyText(text: string): object {
  const value = parseJson(text)
  return isObject(value) ? value : {}
}

/** What the browser says of the page that asked; null when it cannot be read. */
export function parseClientData(credential: unknown): { origin: string; challenge: string } | null {
  const response = isObject(credential) ? credential.response : null
  const encoded = isObject(response) ? response.clientDataJSON : null
  const data = typeof encoded === 'string' ? parseJson(Buffer.from(encoded, 'base64url').toString('utf8')) : null
  if (!isObject(data) || typeof data.origin !== 'string' || typeof data.challenge !== 'string') return null
  return { origin: data.origin, challenge: data.challenge }
}

/** At most 1,023 bytes, says the specification. */
const CREDENTIAL_ID = /^[\w-]{1,1364}$/
export const isCredentialId = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 1364 && CREDENTIAL_ID.test(value)

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

/** How to reach the authenticator, as far as we know the values. */
export const parseTransports = (given: unknown): string[] =>
  Array.isArray(given) ? TRANSPORTS.filter((transport) => given.includes(transport)) : []
