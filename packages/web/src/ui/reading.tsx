// What is read from the service: waiting for it, its failure, or what it is.
import type { ReactNode } from 'react'
import { Failure, Loading } from './feedback.tsx'
import { RecordNotFound } from './not-found.tsx'
import { PageHead } from './panel.tsx'

type Reading<Data> = {
  data: Data | undefined
  error: (Error & { requestId?: string | null; status?: number }) | null
  refetch: () => unknown
}

type Props<Data> = {
  of: Reading<Data>
  /** Where what is read makes up the whole page: its heading until then, such as "Order". */
  title?: string
  children: (data: Data) => ReactNode
}

export function Reading<Data>({ of, title, children }: Props<Data>) {
  if (of.data !== undefined) return <>{children(of.data)}</>
  if (title && of.error?.status === 404) return <RecordNotFound title={title} />
  return (
    <>
      {title ? <PageHead title={title} /> : null}
      {of.error ? <Failure error={of.error} retry={of.refetch} /> : <Loading />}
    </>
  )
}
