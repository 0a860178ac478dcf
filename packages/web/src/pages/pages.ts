// Every page that the server renders, by name: what it is given, and how much script it needs.
import type { ReactElement } from 'react'
import type { PageContext } from '../context.ts'
import * as app from './app.tsx'
import * as docsSearch from './docs/docs-search.tsx'
import * as guide from './docs/guide.tsx'
import * as reference from './docs/reference.tsx'
import * as referenceIndex from './docs/reference-index.tsx'
import * as checkout from './hosted/checkout.tsx'
import * as claim from './hosted/claim.tsx'
import * as consent from './hosted/consent.tsx'
import * as invitation from './hosted/invitation.tsx'
import * as message from './hosted/message.tsx'
import * as operatorInvitation from './hosted/operator-invitation.tsx'
import * as order from './hosted/order.tsx'
import * as progress from './hosted/progress.tsx'
import * as secondStep from './hosted/second-step.tsx'
import * as signIn from './hosted/sign-in.tsx'
import * as siteText from './hosted/site-text.tsx'
import * as steps from './hosted/steps.tsx'
import * as brokerage from './public/brokerage.tsx'
import * as developers from './public/developers.tsx'
import * as domain from './public/domain.tsx'
import * as firstKey from './public/first-key.tsx'
import * as home from './public/home.tsx'
import * as market from './public/market.tsx'
import * as register from './public/register.tsx'
import * as search from './public/search.tsx'
import * as sell from './public/sell.tsx'
import * as tld from './public/tld.tsx'
import * as tlds from './public/tlds.tsx'
import * as whois from './public/whois.tsx'

export type PageModule<Props> = {
  Page: (given: { props: Props; context: PageContext }) => ReactElement
  title: (props: Props) => string
  description?: (props: Props) => string | undefined
}

/**
 * `hosted` pages are finished when they leave the server; a little script adds comfort. `public` pages come to life in the
 * browser, from the same components. `app` is the frame of the workplaces, whose pages are rendered in the browser alone.
 */
export type PageKind = 'hosted' | 'public' | 'app'

const page = <Props>(kind: PageKind, module: PageModule<Props>) => ({ kind, module })

export const PAGES = {
  app: page('app', app),
  brokerage: page('public', brokerage),
  home: page('public', home),
  search: page('public', search),
  market: page('public', market),
  domain: page('public', domain),
  register: page('public', register),
  tlds: page('public', tlds),
  tld: page('public', tld),
  whois: page('public', whois),
  sell: page('public', sell),
  developers: page('public', developers),
  'first-key': page('public', firstKey),
  guide: page('hosted', guide),
  reference: page('hosted', reference),
  'reference-index': page('hosted', referenceIndex),
  'docs-search': page('hosted', docsSearch),
  message: page('hosted', message),
  'site-text': page('hosted', siteText),
  'sign-in': page('hosted', signIn),
  steps: page('hosted', steps),
  'second-step': page('hosted', secondStep),
  'operator-invitation': page('hosted', operatorInvitation),
  consent: page('hosted', consent),
  invitation: page('hosted', invitation),
  checkout: page('hosted', checkout),
  progress: page('hosted', progress),
  order: page('hosted', order),
  claim: page('hosted', claim),
}

export type PageName = keyof typeof PAGES
export type PropsOf<Name extends PageName> = (typeof PAGES)[Name] extends { module: PageModule<infer Props> }
  ? Props
  : never
