// The record that a page is about: named in the document's title and among the recent records of the palette.
import { createContext, useContext, useEffect } from 'react'

export type PageRecord = { kind: string; id: string; name: string }
type Show = (record: PageRecord | null) => void

export const RecordContext = createContext<Show>(() => undefined)

/** `Order ord_1 · coffee.com`; a record whose name is its ID is named once. */
export const recordText = ({ kind, id, name }: PageRecord): string =>
  name === id ? `${kind} ${id}` : `${kind} ${id} · ${name}`

export function useRecord({ kind, id, name }: PageRecord): void {
  const show = useContext(RecordContext)
  useEffect(() => {
    show({ kind, id, name })
    return () => show(null)
  }, [show, kind, id, name])
}
