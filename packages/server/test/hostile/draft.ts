// A request before it is authorised: made of a good sample, spoiled by a mutation, then signed as it stands.
import type { Schema } from './values.ts'

export type Authorisation = 'good' | 'none' | 'garbage' | 'other-kind' | 'foreign'

export type Draft = {
  method: string
  /** Still percent-encoded, as it goes on the wire. */
  path: string
  /** Raw `name=value` pieces. */
  query: string[]
  /** In order; a name may come twice. */
  headers: [name: string, value: string][]
  body: Buffer | undefined
  authorisation: Authorisation
}

/** What there is to spoil. */
export type Material = {
  draft: Draft
  /** The path with `{name}` where a parameter stands. */
  template: string
  params: Record<string, string>
  querySchema: Record<string, Schema>
  bodySchema: Schema | undefined
  /** The sample's body as a value; a form's is a record of texts. */
  value: unknown
  encoding: 'json' | 'form' | 'other'
}

export const readHeader = (draft: Draft, wanted: string): string | undefined =>
  draft.headers.find(([name]) => name.toLowerCase() === wanted)?.[1]

export function setHeader(draft: Draft, name: string, value: string | undefined): void {
  draft.headers = draft.headers.filter(([given]) => given.toLowerCase() !== name.toLowerCase())
  if (value !== undefined) draft.headers.push([name, value])
}

export const buildUrl = ({ path, query }: Draft): string => (query.length === 0 ? path : `${path}?${query.join('&')}`)

/** What a browser sends for a form. */
export const formText = (fields: Record<string, unknown>): string =>
  new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])).toString()
