// Payouts, keys, roles and second factors can be changed only after a recent sign-in.
import { expect, it } from 'vitest'
import type { Route } from '../http/define-route.ts'
import { AREAS } from './areas.ts'

const routes: readonly Route[] = AREAS.flatMap((area): readonly Route[] => area.routes)
const listIds = (isWanted: (route: Route) => boolean): string[] => routes.filter(isWanted).map(({ id }) => id)

/** The name of a passkey or of a key is only a label. */
const GUARDED =
  /^(operator\.(payouts|credentials\.(?!rename)|operators|tokens)|portal\.(credentials\.(?!rename)|members)|account\.(totp|passkey_(?!rename)|recovery)|seller\.payout_account\.open)/

it('asks for a recent sign-in before every such write', () => {
  const isGuarded = ({ id, method }: Route): boolean => method !== 'GET' && GUARDED.test(id)
  expect(listIds(isGuarded).length).toBeGreaterThan(20)
  expect(listIds((route) => isGuarded(route) && !route.recent)).toEqual([])
})

it('gives no token a link to where the bank account of a seller is changed', () => {
  expect(routes.find(({ id }) => id === 'seller.payout_account.open')?.signedIn).toBe('session')
})

it('lets no unconfirmed account create or revoke the keys of a partner', () => {
  const isKey = ({ id, method }: Route): boolean => method !== 'GET' && id.startsWith('portal.credentials.')
  expect(listIds(isKey)).toHaveLength(4)
  expect(listIds((route) => isKey(route) && !route.confirmed)).toEqual([])
})
