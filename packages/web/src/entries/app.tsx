// The workplaces: account, partner portal, operator console. The server rendered their frame; each loads its pages when opened.
import { QueryClient } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { FreeholdError, needsReauthentication } from '../api/client.ts'
import { type PageContext, ROOT_ID, STATE_ID } from '../context.ts'
import { Workplaces } from '../pages/workplaces.tsx'

const { context } = JSON.parse(document.getElementById(STATE_ID)!.textContent) as { context: PageContext }

/** A person who is no longer signed in is asked to sign in, and comes back here. */
function onFailure(error: Error): void {
  if (!(error instanceof FreeholdError) || error.status !== 401 || needsReauthentication(error)) return
  location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`)
}

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // What shows state is read again automatically, while the page is in view.
      refetchInterval: 15_000,
      retry: (count, error) => count < 2 && !(error instanceof FreeholdError && error.status > 0 && error.status < 500),
      throwOnError: (error) => {
        onFailure(error)
        return false
      },
    },
    mutations: { onError: onFailure },
  },
})

hydrateRoot(
  document.getElementById(ROOT_ID)!,
  <StrictMode>
    <Workplaces context={context} queries={queries} />
  </StrictMode>,
)
