// Links in messages.
import { HIDDEN_SECRET, SECRET_PLACE } from './content.ts'

export type LinkOptions = {
  baseUrl: string
  /** Null: the reader may not see it. */
  secret: string | null
}

export const buildLink = (path: string, { baseUrl, secret }: LinkOptions): string =>
  `${baseUrl}${path.replace(SECRET_PLACE, () => encodeURIComponent(secret ?? HIDDEN_SECRET))}`
