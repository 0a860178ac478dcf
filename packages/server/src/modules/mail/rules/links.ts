// Links in messages.
import { HIDDEN_SECRET, SECRET_PLACE } from './content.ts'

export type LinkOptions = {
  baseUrl: string
  /** Null: the reader may not see it. */
  secret: string | null
  /** How to reach the operator: a mailto: or https: URL. Null: messages show no contact. */
  contact: string | null
}

/** The address or URL as people read it. */
export const showContact = (contact: string): string => contact.replace(/^mailto:/, '')

export const buildLink = (path: string, { baseUrl, secret }: Pick<LinkOptions, 'baseUrl' | 'secret'>): string =>
  `${baseUrl}${path.replace(SECRET_PLACE, () => encodeURIComponent(secret ?? HIDDEN_SECRET))}`
