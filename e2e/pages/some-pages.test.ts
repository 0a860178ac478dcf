// A page of each kind, one or two of each area: every-public-page.test.ts and every-workplace-page.test.ts visit all of them.
import { checkPages } from './page-checks.ts'

checkPages(
  ['anybody', 'user', 'portal', 'operator'],
  [
    ...['home', 'search', 'domain', 'docs-guide', 'sign-in', 'checkout', 'order'],
    ...['account', 'account-selling-money'],
    ...['portal', 'portal-order', 'portal-webhooks'],
    ...['console', 'console-orders', 'console-order', 'console-statement'],
  ],
)
