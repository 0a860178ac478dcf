// Reading and writing from components. Where the calls go is the workplace's choice: see `TransportContext`.
import {
  type InfiniteData,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { type FreeholdError, type Input, type Operation, type ResponseBody, send } from './client.ts'

/**
 * Sends an operation; a workplace may lead it elsewhere or add headers. `key` keeps its answers apart from others', `every` is
 * its pace: after so many seconds what is on the page is read again.
 */
export type Transport = { key: string; send: typeof send; every?: number }

export const TransportContext = createContext<Transport>({ key: '', send })
export const useTransport = (): Transport => useContext(TransportContext)

/** `every`: looks again after so many seconds; false never. */
type ReadOptions = { every?: number | false; enabled?: boolean }
function interval(options: ReadOptions, transport: Transport) {
  const every = options.every ?? transport.every
  return every === undefined ? {} : { refetchInterval: every && every * 1000 }
}

export function useRead<Op extends Operation>(
  operation: Op,
  input: Input<Op>,
  options: ReadOptions = {},
): UseQueryResult<ResponseBody<Op>, FreeholdError> {
  const transport = useTransport()
  return useQuery<ResponseBody<Op>, FreeholdError>({
    queryKey: [transport.key, operation, input],
    queryFn: async ({ signal }) =>
      (await transport.send(operation, { ...(input as object), signal })).json() as Promise<ResponseBody<Op>>,
    ...interval(options, transport),
    enabled: options.enabled ?? true,
  })
}

type Paged = { next_cursor: string | null; has_more: boolean }
/** `after`: what the list calls the place to go on from. */
type ListOptions = ReadOptions & { after?: string }

/** A list by its pages; `rows` are those of all pages that were fetched. */
export function useList<Op extends Operation, Row>(
  operation: Op,
  input: Input<Op>,
  getRows: (page: ResponseBody<Op>) => readonly Row[],
  options: ListOptions = {},
) {
  const { after = 'cursor' } = options
  const transport = useTransport()
  const list = useInfiniteQuery<
    ResponseBody<Op>,
    FreeholdError,
    InfiniteData<ResponseBody<Op>>,
    unknown[],
    string | undefined
  >({
    queryKey: [transport.key, operation, input, 'pages'],
    initialPageParam: undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...(input as { query?: object }).query, [after]: pageParam }
      const response = await transport.send(operation, { ...(input as object), query, signal })
      return (await response.json()) as ResponseBody<Op>
    },
    getNextPageParam: (page) => ((page as Paged).has_more ? (page as Paged).next_cursor : undefined),
    ...interval(options, transport),
    enabled: options.enabled ?? true,
  })
  const scope = JSON.stringify([transport.key, operation, input])
  return {
    ...list,
    rows: list.data?.pages.flatMap(getRows) ?? [],
    source: { scope, updatedAt: list.dataUpdatedAt, wroteAt: readWroteAt() },
  }
}

let wroteAt = 0
/** When this page last changed something, in milliseconds: what it reads after that may be its own doing. */
export const readWroteAt = (): number => wroteAt

type AnyCall = <Op extends Operation>(operation: Op, input: Input<Op>) => Promise<ResponseBody<Op>>

/** After writes that did not go through `useCall`: everything on the page is read again. */
export function useReadAgain(): () => void {
  const queries = useQueryClient()
  return () => {
    wroteAt = Date.now()
    void queries.invalidateQueries()
  }
}

/** Writes by any operation, for forms that keep their own state; afterwards everything on the page is read again. */
export function useCall(): AnyCall {
  const transport = useTransport()
  const readAgain = useReadAgain()
  const { mutateAsync } = useMutation<unknown, FreeholdError, { operation: Operation; input: object }>({
    mutationFn: async ({ operation, input }) => {
      const response = await transport.send(operation, input)
      return response.status === 204 ? undefined : response.json()
    },
    // Not waited for: whoever pressed a button need not wait until everything else is fresh.
    onSuccess: readAgain,
  })
  return (operation, input) => mutateAsync({ operation, input }) as Promise<never>
}
