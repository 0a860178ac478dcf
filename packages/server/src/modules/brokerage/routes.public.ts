// Brokerage on the marketplace's own pages: anybody may ask us to approach an owner; the house is the partner.
import { defineRoute } from '../../http/define-route.ts'
import { DomainText, IdText, Named, OneOf, Strict, Type } from '../../http/schema.ts'
import { digestNetwork } from '../../kernel/text/client-network.ts'
import { parseEmail } from '../../kernel/text/email-address.ts'
import { readDomain } from '../catalog/index.ts'
import { progressUrl } from './http.ts'
import { CASE_STATUSES } from './rules.ts'
import { checkEligibility, lookAt, openHouseCase } from './service.ts'
import { CaseInput, EligibilityView, eligibilityView, readBudget } from './views.ts'

const eligibility = defineRoute({
  id: 'market.brokerage.eligibility',
  area: 'public',
  method: 'GET',
  path: '/market/brokerage/eligibility',
  summary: 'Check whether a domain can be brokered',
  description: 'Same rules as in the Partner API, for visitors of the marketplace.',
  returns: 'The eligibility of the domain.',
  limit: 'market_writes',
  query: Strict({ domain: DomainText() }),
  response: EligibilityView,
  handle: async ({ deps, db, now }, { query }) => {
    const { domain } = readDomain(query.domain, 'live')
    const asker = { kind: 'visitor', email: null } as const
    const look = await lookAt(deps, 'live', domain, asker)
    return eligibilityView(domain, await checkEligibility(db, 'live', domain, asker, look), now)
  },
})

/** One spelling of an address, so that one person opens one case for a domain. */
const normalizedEmail = (text: string): string => parseEmail(text) ?? text.trim().toLowerCase()

const open = defineRoute({
  id: 'market.brokerage.open',
  area: 'public',
  method: 'POST',
  path: '/market/brokerage',
  summary: 'Open a brokerage case',
  description:
    'Asks the marketplace to contact the owner of a domain. `progress_url` needs no sign-in. 409 with the reason if the ' +
    'domain is not eligible. 429 `too_many_open_cases` above five open cases per client network.',
  returns: 'The opened case.',
  limit: 'market_writes',
  body: CaseInput,
  status: 201,
  response: Named('MarketBrokerage', {
    case_id: IdText('brk_'),
    progress_url: Type.String(),
    status: OneOf(CASE_STATUSES, { title: 'BrokerageStatus' }),
  }),
  errors: ['conflict'],
  writes: true,
  prepare: async ({ deps }, { body }) => {
    const budgetCents = readBudget(body, 'budget_cents')
    const name = readDomain(body.domain, 'live')
    const email = normalizedEmail(body.buyer_email)
    return { name, email, budgetCents, look: await lookAt(deps, 'live', name.domain, { kind: 'visitor', email }) }
  },
  handle: async ({ deps, tx, caller, now, prepared }, { body }) => {
    const input = {
      visitor: { email: prepared.email, network: digestNetwork(deps.secrets, caller.address) },
      name: prepared.name,
      tier: body.tier,
      buyerEmail: body.buyer_email,
      budgetCents: prepared.budgetCents,
      currency: body.currency ?? 'USD',
      notes: body.notes ?? null,
    }
    const opened = await openHouseCase(deps, tx, input, prepared.look, now)
    return { case_id: opened.id, progress_url: progressUrl(deps, opened.id), status: opened.status }
  },
})

export const publicRoutes = [eligibility, open]
