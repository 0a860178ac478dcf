// The workplaces: account, partner portal, operator console. Each is loaded when it is opened.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { Route, Switch } from 'wouter'
import { FreeholdError, needsReauthentication } from '../api/client.ts'
import { type PageContext, ROOT_ID, STATE_ID } from '../context.ts'
import { Reauthentication } from '../features/accounts/reauthenticate.tsx'
import { ContactContext } from '../ui/contact.tsx'
import { Loading } from '../ui/feedback.tsx'
import { LocaleContext } from '../ui/locale.tsx'
import { MailOffContext } from '../ui/mail-off.tsx'

const Account = lazy(() => import('../pages/account/account.tsx'))
const Portal = lazy(() => import('../pages/portal/portal.tsx'))
const Console = lazy(() => import('../pages/console/console.tsx'))

const { context } = JSON.parse(document.getElementById(STATE_ID)!.textContent) as { context: PageContext }
const person = context.person!

/** Whoever is no longer signed in is asked to, and comes back here. */
function onFailure(error: Error): void {
  if (!(error instanceof FreeholdError) || error.status !== 401 || needsReauthentication(error)) return
  location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`)
}

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // What shows state looks again by itself, while somebody looks at it.
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

createRoot(document.getElementById(ROOT_ID)!).render(
  <StrictMode>
    <LocaleContext value={navigator.language}>
      <ContactContext value={context.contact}>
        <MailOffContext value={context.isMailOff}>
          <QueryClientProvider client={queries}>
            <Suspense fallback={<Loading />}>
              <Switch>
                <Route path="/account/*?">
                  <Account person={person} />
                </Route>
                <Route path="/portal/*?">
                  <Portal person={person} />
                </Route>
                <Route path="/console/*?">
                  <Console person={person} />
                </Route>
              </Switch>
            </Suspense>
            <Reauthentication />
          </QueryClientProvider>
        </MailOffContext>
      </ContactContext>
    </LocaleContext>
  </StrictMode>,
)
