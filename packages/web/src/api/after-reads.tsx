// Shows a page whole once the reads of its first part are there, so that nothing moves while they arrive one by one.
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'

const FIRST_READS = { predicate: ({ state }: { state: { status: string } }) => state.status === 'pending' }

type Props = {
  /** Reads while it is hidden. */
  first: ReactNode
  waiting: ReactNode
  children: ReactNode
}

export function AfterReads({ first, waiting, children }: Props) {
  const queries = useQueryClient()
  const count = useIsFetching(FIRST_READS)
  const [isDone, setDone] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever the count changes
  useEffect(() => {
    // The reads of earlier components have begun by now.
    if (queries.isFetching(FIRST_READS) === 0) setDone(true)
  }, [count, queries])
  return (
    <>
      <div hidden={!isDone}>{first}</div>
      {isDone ? children : waiting}
    </>
  )
}
