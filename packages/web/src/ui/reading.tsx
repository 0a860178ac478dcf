// What is read from the service: waiting for it, its failure, or what it is.
import type { ReactNode } from 'react'
import { Failure, Loading } from './feedback.tsx'

type Reading<Data> = {
  data: Data | undefined
  error: (Error & { requestId?: string | null }) | null
  refetch: () => unknown
}

export function Reading<Data>({ of, children }: { of: Reading<Data>; children: (data: Data) => ReactNode }) {
  if (of.data !== undefined) return <>{children(of.data)}</>
  return of.error ? <Failure error={of.error} retry={of.refetch} /> : <Loading />
}
