// What every page knows besides its content: the reader, the path, and the operator's contact.

import type { OperatorRole } from '@freehold/sdk/types'

export type Person = {
  email: string
  role: 'user' | 'operator'
  /** Null: not an operator. */
  operatorRole: OperatorRole | null
  isPartner: boolean
  /** Whether the email address is confirmed. */
  isConfirmed: boolean
}

const ACCOUNT = { href: '/account', text: 'My account' }

/** Where the person works, the usual place first. Several are shown as a switch. */
export const listWorkplaces = ({ role, isPartner }: Person): { href: string; text: string }[] => [
  ...(role === 'operator' ? [{ href: '/console', text: 'Console' }] : []),
  ...(isPartner ? [{ href: '/portal', text: 'Portal' }] : []),
  ACCOUNT,
]

/** The last links of the head: the reader's own places, or the way to them. */
export function listOwnPlaces({ person, hasSession }: Pick<PageContext, 'person' | 'hasSession'>) {
  if (person) return listWorkplaces(person)
  return [hasSession ? ACCOUNT : { href: '/sign-in', text: 'Sign in' }]
}

/** Who issues statements, as printed on them. */
export type Issuer = { name: string; address: readonly string[] }

export type PageContext = {
  /** How the reader writes numbers and dates, from the browser's languages. */
  locale: string
  path: string
  person: Person | null
  /** The browser has a session, and the page did not ask whose it is, for example because something failed. */
  hasSession: boolean
  /** How to reach the operator: a mailto: or https: URL. Null if the operator set none. */
  contact: string | null
  /** Further links of the footer: terms, privacy policy, status page. */
  links: readonly { href: string; text: string }[]
  /** The checkout adds tax to prices. */
  isTaxAdded: boolean
  /** The service sends no email. */
  isMailOff: boolean
  issuer: Issuer
  /** The theme that the reader chose on this device; null follows the system. */
  theme: 'light' | 'dark' | null
}

/** Marks in the document that the scripts read. */
export const ROOT_ID = 'root'
export const STATE_ID = 'page-state'
