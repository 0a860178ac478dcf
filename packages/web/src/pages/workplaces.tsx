// The workplaces in their surroundings: account, partner portal, operator console. Rendered by the server and the browser alike.
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Route, Router, Switch } from 'wouter'
import type { PageContext } from '../context.ts'
import { Reauthentication } from '../features/accounts/reauthenticate.tsx'
import { IssuerContext } from '../features/settlement/issuer.ts'
import { ContactContext } from '../ui/contact.tsx'
import { LocaleContext } from '../ui/locale.tsx'
import { MailOffContext } from '../ui/mail-off.tsx'
import { ExactMoneyContext } from '../ui/money.tsx'
import { TaxAddedContext } from '../ui/price.tsx'
import { Account } from './account/account.tsx'
import { Console } from './console/console.tsx'
import { Portal } from './portal/portal.tsx'
import { ViewStoreProvider } from './view-store.tsx'

/** `path`: on the server, which has no address bar. */
type Props = { context: PageContext; queries: QueryClient; path?: string }

export function Workplaces({ context, queries, path }: Props) {
  const person = context.person!
  return (
    <Router {...(path === undefined ? {} : { ssrPath: path, ssrSearch: '' })}>
      <LocaleContext value={context.locale}>
        <ContactContext value={context.contact}>
          <MailOffContext value={context.isMailOff}>
            <IssuerContext value={context.issuer}>
              <QueryClientProvider client={queries}>
                <ExactMoneyContext value={true}>
                  <ViewStoreProvider>
                    <Switch>
                      <Route path="/account/*?">
                        <TaxAddedContext value={context.isTaxAdded}>
                          <Account person={person} />
                        </TaxAddedContext>
                      </Route>
                      <Route path="/portal/*?">
                        <Portal person={person} />
                      </Route>
                      <Route path="/console/*?">
                        <Console person={person} />
                      </Route>
                    </Switch>
                  </ViewStoreProvider>
                </ExactMoneyContext>
                <Reauthentication />
              </QueryClientProvider>
            </IssuerContext>
          </MailOffContext>
        </ContactContext>
      </LocaleContext>
    </Router>
  )
}
