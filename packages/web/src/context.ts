// What every page knows beside its own content: the reader, and where they are.

export type Person = { email: string; role: 'user' | 'operator'; isPartner: boolean }

export type PageContext = {
  /** How the reader writes numbers and dates, from the browser's languages. */
  locale: string
  path: string
  person: Person | null
}

/** Marks in the document that the scripts read. */
export const ROOT_ID = 'root'
export const STATE_ID = 'page-state'
