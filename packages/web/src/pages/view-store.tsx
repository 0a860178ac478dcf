// Saved views, kept with the account of the person. Views that this browser kept before move there.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ResponseBody, send } from '../api/client.ts'
import { parseViews, type ViewStore, ViewStoreContext } from '../ui/saved-views.ts'

type Body = ResponseBody<'GET /api/account/views'>

const KEY = ['saved views']
const STORED = 'views.'

const put = async (list: string, name: string, search: string, hidden: readonly string[]): Promise<Body> =>
  (
    await send('PUT /api/account/views', { body: { list, name, search, hidden_columns: [...hidden] } })
  ).json() as Promise<Body>

/** The lists whose views this browser kept. */
function listStored(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(STORED))
  } catch {
    return []
  }
}

async function readViews(): Promise<Body> {
  let body = (await (await send('GET /api/account/views')).json()) as Body
  for (const key of listStored()) {
    const list = key.slice(STORED.length)
    try {
      for (const { name, search, hidden } of parseViews(JSON.parse(localStorage.getItem(key) ?? 'null')))
        if (!body.views.some((one) => one.list === list && one.name === name))
          body = await put(list, name, search, hidden)
      localStorage.removeItem(key)
    } catch {
      // Not readable, or too many. They stay in this browser.
    }
  }
  return body
}

function useViews(): ViewStore {
  const queries = useQueryClient()
  const { data } = useQuery({ queryKey: KEY, queryFn: readViews, staleTime: Number.POSITIVE_INFINITY })
  const keep = (body: Body): unknown => queries.setQueryData(KEY, body)
  return {
    views: (data?.views ?? []).map(({ hidden_columns: hidden, ...view }) => ({ ...view, hidden })),
    save: async (list, { name, search, hidden }) => keep(await put(list, name, search, hidden)),
    remove: async (list, name) => {
      const response = await send('DELETE /api/account/views', { query: { list, name } })
      keep((await response.json()) as Body)
    },
  }
}

export const ViewStoreProvider = ({ children }: { children: ReactNode }) => (
  <ViewStoreContext value={useViews}>{children}</ViewStoreContext>
)
