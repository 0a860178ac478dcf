// Registering an available domain: the registry is asked first, then the checkout opens at the TLD's price.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError, invalidField } from '../../../kernel/errors.ts'
import { type Id, newId } from '../../../kernel/ids.ts'
import type { DomainName } from '../../../kernel/text/domain-name.ts'
import { findUser } from '../../accounts/index.ts'
import { findDomain } from '../../catalog/index.ts'
import { newAttempt, settleOutcome } from '../../delivery/index.ts'
import { computeTermCents, findTlds } from '../../registry/index.ts'
import type { Registrant } from '../rules/commands.ts'
import { findProblem } from '../rules/purchases.ts'
import { type OpenedPurchase, openPurchase, type PurchaseDeps } from './purchase.ts'
import { canCharge } from './queue.ts'
import { pickRegistrar } from './work.ts'

export type NewRegistration = { name: DomainName; years: number; nameservers: string[]; registrant: Registrant }

type AskDeps = Pick<Deps, 'clock' | 'db' | 'log' | 'registrars' | 'payments'>

const unavailable = (message: string): ApiError =>
  new ApiError('conflict', { message, reason: 'registration_unavailable' })

export function assertOffered(deps: Pick<Deps, 'registrars' | 'payments'>): void {
  if (!canCharge(deps))
    throw unavailable('This marketplace does not register domains. Register the domain with a registrar.')
}

/** Asks the registry. Nothing is reserved: the name may be gone when it is paid for, and the money goes back then. */
export async function assertAvailable(deps: AskDeps, { domain }: DomainName): Promise<void> {
  assertOffered(deps)
  const transaction = newId('registryCommand', deps.clock.now())
  const checked = await settleOutcome(deps, pickRegistrar(deps).checkDomains([domain], newAttempt(transaction)))
  if (checked.kind !== 'done')
    throw new ApiError('upstream_unavailable', { message: 'The registry does not respond. Try again in a minute.' })
  if (!checked.value[0]?.isAvailable)
    throw new ApiError('conflict', {
      message: `${domain} is already registered. Choose another domain.`,
      reason: 'domain_registered',
    })
}

/** What a registration costs; null: it is not sold here. */
export async function findPrice(db: Db, tld: string, years: number): Promise<number | null> {
  const [rules] = await findTlds(db, [tld])
  return rules ? computeTermCents(rules, 'register', years) : null
}

export async function openRegistration(
  deps: PurchaseDeps,
  tx: Tx,
  userId: Id<'user'>,
  { name, years, nameservers, registrant }: NewRegistration,
): Promise<OpenedPurchase> {
  const { domain, tld } = name
  const [rules] = await findTlds(tx, [tld])
  const priceCents = rules ? computeTermCents(rules, 'register', years) : null
  if (!rules || priceCents === null) throw unavailable(`This marketplace does not register .${tld} domains.`)
  const { country, organization } = registrant
  const problem = findProblem(rules, { years, nameservers, country, organization })
  if (problem) throw invalidField(problem.field, problem.message)
  if (await findDomain(tx, 'live', domain))
    throw new ApiError('conflict', {
      message: `${domain} is for sale on this marketplace. Buy it instead.`,
      reason: 'listed_for_sale',
    })
  const { email } = await findUser(tx, userId)
  return openPurchase(deps, tx, {
    userId,
    buyer: { email, name: registrant.name, country },
    product: 'registration',
    bulkId: null,
    items: [{ domain, kind: 'register', params: { years, nameservers, registrant }, priceCents }],
    returnPath: '/account/registrations',
    cancelPath: `/domains/${domain}`,
  })
}
