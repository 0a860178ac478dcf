// Shows its content once everything before it on the page was read, so that it does not move when that arrives.
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'

const FIRST_READS = { predicate: ({ state }: { state: { status: string } }) => state.status === 'pending' }

export function AfterReads({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const queries = useQueryClient()
  const count = useIsFetching(FIRST_READS)
  const [isDone, setDone] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever the count changes
  useEffect(() => {
    // The reads of earlier components have begun by now.
    if (queries.isFetching(FIRST_READS) === 0) setDone(true)
  }, [count, queries])
  return isDone ? children : waiting
}
