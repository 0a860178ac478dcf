// Live or sandbox: which one a workplace shows. The URL names it, so that a link opens the same records for everyone.
import type { Environment } from '@freehold/sdk/types'
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'

export type { Environment }

const NAME = 'environment'

/** `isOfRecord`: the record on the page is of this environment. */
export type ChangeEnvironment = (next: Environment, isOfRecord?: boolean) => void

export const toEnvironment = (text: string | null): Environment | null =>
  text === 'live' || text === 'sandbox' ? text : null

/** A URL that opens in an environment. */
export const inEnvironment = (href: string, environment: Environment): string => {
  const [path = '', search] = href.split('?')
  const query = new URLSearchParams(search)
  query.set(NAME, environment)
  return `${path}?${query}`
}

/** The list of a record, which is of one environment: IDs have a prefix, such as `ord_`. */
export function leaveRecord(path: string): string {
  const [, place, section, ...items] = path.split('/')
  return items.some((item) => item.includes('_')) ? `/${place}/${section}` : path
}

/** The URL decides. A link inside the workplace that names no environment stays in the one shown; any other opens `first`. */
export function useEnvironmentInUrl(first: Environment): [Environment, ChangeEnvironment] {
  const [search, setSearch] = useSearchParams()
  const [, navigate] = useLocation()
  const named = toEnvironment(search.get(NAME))
  const [shown, setShown] = useState(named ?? first)
  if (named !== null && named !== shown) setShown(named)
  const environment = named ?? shown

  useEffect(() => {
    if (named !== null) return
    setSearch((before) => new URLSearchParams([...before].filter(([name]) => name !== NAME).concat([[NAME, shown]])), {
      replace: true,
    })
  }, [named, shown, setSearch])

  /** Filters stay. */
  const change = useCallback<ChangeEnvironment>(
    (next, isOfRecord = false) => {
      const { pathname, search: query } = window.location
      const path = isOfRecord ? pathname : leaveRecord(pathname)
      navigate(inEnvironment(path + query, next), { replace: isOfRecord })
    },
    [navigate],
  )
  return [environment, change]
}
