// Live or sandbox: which one the console shows. Lists, the queue and its counts are of one environment.
import type { Environment } from '@freehold/sdk/types'
import { createContext, useCallback, useContext, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { type Operation, send } from '../../api/client.ts'
import type { Transport } from '../../api/hooks.ts'
import { useHydrated } from '../../ui/use-hydrated.ts'

/** Every read is audited, so open pages refresh only once a minute. */
const PACE_SECONDS = 60

/** The lists that have both environments. Everything else, such as operators and TLDs, is the same in both. */
const IN_ENVIRONMENT: ReadonlySet<string> = new Set<Operation>([
  'GET /api/operator/v1/queue',
  'GET /api/operator/v1/orders',
  'GET /api/operator/v1/listings',
  'GET /api/operator/v1/brokerage',
  'GET /api/operator/v1/settlements',
  'GET /api/operator/v1/settlements/preview',
  'GET /api/operator/v1/payouts',
  'GET /api/operator/v1/payouts/due',
  'GET /api/operator/v1/webhooks/deliveries',
  'GET /api/operator/v1/webhooks/endpoints',
])

/** Sends lists with the environment that the console shows. */
export const consoleTransport = (environment: Environment): Transport => ({
  key: `console ${environment}`,
  every: PACE_SECONDS,
  send: (operation, input) =>
    send(operation, IN_ENVIRONMENT.has(operation) ? { ...input, query: { environment, ...input?.query } } : input),
})

/** `isOfRecord`: the record on the page is of this environment. */
type Change = (next: Environment, isOfRecord?: boolean) => void
type Shared = { environment: Environment; setEnvironment: Change }

export const EnvironmentContext = createContext<Shared>({ environment: 'live', setEnvironment: () => undefined })
export const useShownEnvironment = (): Shared => useContext(EnvironmentContext)

const REMEMBERED = 'console-environment'

export const toEnvironment = (text: string | null): Environment | null =>
  text === 'live' || text === 'sandbox' ? text : null

/** The list of a record: IDs have a prefix, such as `ord_`. */
export const leaveRecord = (path: string): string => {
  const [, place, section, item] = path.split('/')
  return item?.includes('_') ? `/${place}/${section}` : path
}

/** The URL comes first, then the last choice of this browser, then live. The URL names the sandbox only. */
export function useConsoleEnvironment(): [Environment, Change] {
  const isHere = useHydrated()
  const [search, setSearch] = useSearchParams()
  const [chosen, setChosen] = useState<Environment | null>(null)
  const named = toEnvironment(search.get('environment'))
  const environment = named ?? chosen ?? (isHere ? toEnvironment(localStorage.getItem(REMEMBERED)) : null) ?? 'live'
  const [, navigate] = useLocation()

  useEffect(() => {
    // Until then the last choice of this browser is not known.
    if (!isHere) return
    const wanted = environment === 'sandbox' ? 'sandbox' : null
    localStorage.setItem(REMEMBERED, environment)
    setChosen(environment)
    if (named === wanted) return
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (wanted) next.set('environment', wanted)
        else next.delete('environment')
        return next
      },
      { replace: true },
    )
  }, [isHere, environment, named, setSearch])

  /** Filters stay. A record is of one environment, so a switch on its page leads to its list. */
  const change = useCallback(
    (next: Environment, isOfRecord = false): void => {
      setChosen(next)
      const query = new URLSearchParams(window.location.search)
      if (next === 'sandbox') query.set('environment', next)
      else query.delete('environment')
      const path = isOfRecord ? window.location.pathname : leaveRecord(window.location.pathname)
      const text = query.toString()
      navigate(text ? `${path}?${text}` : path, { replace: isOfRecord })
    },
    [navigate],
  )
  return [environment, change]
}
