// A good input for every route of payout accounts. The processor is replaced by one in memory.
import type { ConnectProvider } from '../src/integrations/payments/connect.ts'
import type { AccountReport } from '../src/kernel/contracts/payout-reports.ts'
import type { TestService } from './harness.ts'
import type { MakeSample, World } from './route-sample-records.ts'

const report = (ref: string): AccountReport => ({
  kind: 'account',
  ref,
  isSubmitted: false,
  canReceive: false,
  canPayOut: false,
  disabledReason: null,
  due: ['external_account'],
  bankEnd: null,
  isDisconnected: false,
  at: null,
})

/** Accounts without money: nothing is transferred here. */
const inMemory: ConnectProvider = {
  createAccount: async ({ sellerId }) => report(`acct_${sellerId}`),
  readAccount: async (ref) => report(ref),
  createSetupLink: async () => ({ url: 'https://connect.stripe.test/setup/1', expiresAt: new Date(1_900_000_000_000) }),
  createDashboardLink: async () => ({ url: 'https://connect.stripe.test/express/1', expiresAt: null }),
  findTransfers: async () => [],
  sendTransfer: async () => ({ status: 'refused', code: 'balance_insufficient', isTemporary: true }),
}

const useMemory = (service: TestService): void => {
  service.deps.payments.connect ??= inMemory
}

export const PAYEE_SAMPLES: Record<string, MakeSample> = {
  'seller.payout_account.get': () => ({}),
  'seller.payout_account.open': (_, service) => {
    useMemory(service)
    return { body: { country: 'DE' } }
  },
  'seller.payout_account.refresh': async ({ person }: World, service) => {
    useMemory(service)
    const headers = { cookie: person.cookie, origin: service.deps.config.baseUrl }
    await service.send({ method: 'POST', url: '/api/seller/payout-account', headers })
    return {}
  },
}
