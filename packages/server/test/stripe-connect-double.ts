// The part of Stripe's API that pays sellers: accounts, links to their setup, and transfers. Shapes as recorded, with what we do not read left out.

type Form = URLSearchParams
export type Reply = { status: number; body: unknown }

type Account = {
  id: string
  object: 'account'
  email: string | null
  country: string
  details_submitted: boolean
  payouts_enabled: boolean
  capabilities: { transfers: 'active' | 'inactive' | 'pending' }
  requirements: { currently_due: string[]; past_due: string[]; disabled_reason: string | null }
  external_accounts: { object: 'list'; data: { object: 'bank_account'; last4: string }[] }
  metadata: Record<string, string>
}

export type Transfer = {
  id: string
  object: 'transfer'
  amount: number
  amount_reversed: number
  currency: string
  destination: string
  reversed: boolean
  transfer_group: string | null
  metadata: Record<string, string>
}

const fail = (status: number, code: string, message: string, param?: string): Reply => ({
  status,
  body: { error: { type: 'invalid_request_error', code, message, ...(param === undefined ? {} : { param }) } },
})

const readMetadata = (form: Form): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => (name.startsWith('metadata[') ? [[name.slice(9, -1), value] as const] : [])),
  )

export function createConnectDouble() {
  const accounts = new Map<string, Account>()
  const transfers: Transfer[] = []
  const forms: { path: string; form: Record<string, string> }[] = []
  /** What the marketplace has available; null: enough. */
  let availableCents: number | null = null
  let serial = 0

  function createAccount(form: Form): Reply {
    if (form.get('country') === 'XX') return fail(400, 'parameter_unknown', "Country 'XX' is unknown", 'country')
    const account: Account = {
      id: `acct_${++serial}x${String(serial).padStart(6, '0')}`,
      object: 'account',
      email: form.get('email'),
      country: form.get('country') ?? 'US',
      details_submitted: false,
      payouts_enabled: false,
      capabilities: { transfers: 'inactive' },
      requirements: {
        currently_due: ['external_account', 'individual.dob.day'],
        past_due: [],
        disabled_reason: 'requirements.past_due',
      },
      external_accounts: { object: 'list', data: [] },
      metadata: readMetadata(form),
    }
    accounts.set(account.id, account)
    return { status: 200, body: account }
  }

  function createTransfer(form: Form): Reply {
    const account = accounts.get(form.get('destination') ?? '')
    if (!account) return fail(400, 'resource_missing', 'No such destination')
    if (account.capabilities.transfers !== 'active')
      return fail(400, 'insufficient_capabilities_for_transfer', 'The account needs the transfers capability')
    const amount = Number(form.get('amount'))
    if (availableCents !== null && amount > availableCents)
      return fail(400, 'balance_insufficient', 'Insufficient funds')
    const transfer: Transfer = {
      id: `tr_${++serial}`,
      object: 'transfer',
      amount,
      amount_reversed: 0,
      currency: form.get('currency')!,
      destination: account.id,
      reversed: false,
      transfer_group: form.get('transfer_group'),
      metadata: readMetadata(form),
    }
    transfers.push(transfer)
    return { status: 200, body: transfer }
  }

  /** Undefined for what belongs to another part. */
  function handle(method: string, url: string, form: Form): Reply | undefined {
    const { pathname: path, searchParams } = new URL(url, 'http://stripe')
    if (!/^\/v1\/(accounts|account_links|transfers)/.test(path)) return undefined
    if (method === 'POST') forms.push({ path, form: Object.fromEntries(form) })
    if (path === '/v1/accounts') return createAccount(form)
    if (path === '/v1/account_links') {
      if (!accounts.has(form.get('account') ?? '')) return fail(400, 'resource_missing', 'No such account')
      const link = {
        object: 'account_link',
        url: `https://connect.stripe.test/setup/${++serial}`,
        expires_at: 1_900_000_000,
      }
      return { status: 200, body: link }
    }
    if (path === '/v1/transfers' && method === 'GET') {
      const group = searchParams.get('transfer_group')
      const data = transfers.filter((one) => one.transfer_group === group)
      return { status: 200, body: { object: 'list', data, has_more: false, url: '/v1/transfers' } }
    }
    if (path === '/v1/transfers') return createTransfer(form)
    const [, id = '', isLogin] = /^\/v1\/accounts\/(\w+)(\/login_links)?$/.exec(path) ?? []
    const account = accounts.get(id)
    if (!account) return fail(404, 'resource_missing', 'No such account')
    if (isLogin)
      return {
        status: 200,
        body: { object: 'login_link', url: `https://connect.stripe.test/express/${++serial}`, created: 1 },
      }
    return { status: 200, body: account }
  }

  /** The seller finished the setup, and Stripe accepted it. */
  function complete(id: string, last4 = '6789'): Account {
    const account = accounts.get(id)!
    Object.assign(account, { details_submitted: true, payouts_enabled: true })
    account.capabilities.transfers = 'active'
    account.requirements = { currently_due: [], past_due: [], disabled_reason: null }
    account.external_accounts.data = [{ object: 'bank_account', last4 }]
    return account
  }

  /** Stripe wants something more, and stops payouts until then. */
  function restrict(id: string): Account {
    const account = accounts.get(id)!
    account.payouts_enabled = false
    account.capabilities.transfers = 'inactive'
    account.requirements = {
      currently_due: ['individual.verification.document'],
      past_due: ['individual.verification.document'],
      disabled_reason: 'requirements.past_due',
    }
    return account
  }

  return {
    accounts,
    transfers,
    forms,
    handle,
    complete,
    restrict,
    setAvailable: (cents: number | null) => {
      availableCents = cents
    },
  }
}
