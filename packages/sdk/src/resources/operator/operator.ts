// Operator API.
import { type CallOptions, type Filter, Resource } from '../../api.ts'
import { OperatorBrokerage } from './brokerage.ts'
import { OperatorCredentials } from './credentials.ts'
import { OperatorDisputes } from './disputes.ts'
import { OperatorDocuments, OperatorTax } from './documents.ts'
import { OperatorListings, OperatorTlds } from './listings.ts'
import { OperatorMail } from './mail.ts'
import { OperatorInvitations, OperatorMembers } from './members.ts'
import { OperatorOffers } from './offers.ts'
import { OperatorPeople, OperatorTokens } from './operators.ts'
import { OperatorOrders, OperatorReviewRules } from './orders.ts'
import { OperatorPartners } from './partners.ts'
import { OperatorLedger, OperatorPayouts } from './payouts.ts'
import { OperatorRegistryCommands } from './registry-commands.ts'
import { OperatorSellerPayouts, OperatorSellers } from './sellers.ts'
import { OperatorSettlements } from './settlements.ts'
import { OperatorWebhooks } from './webhooks.ts'

export class OperatorAudit extends Resource {
  /** The audit log of operator requests, newest first. */
  list(query?: Filter<'GET /api/operator/v1/audit'>, options?: CallOptions) {
    return this.api.list('GET /api/operator/v1/audit', 'audit', { query }, options)
  }
}

export class Operator extends Resource {
  readonly partners = new OperatorPartners(this.api)
  readonly credentials = new OperatorCredentials(this.api)
  readonly members = new OperatorMembers(this.api)
  readonly invitations = new OperatorInvitations(this.api)
  readonly listings = new OperatorListings(this.api)
  readonly tlds = new OperatorTlds(this.api)
  readonly orders = new OperatorOrders(this.api)
  readonly registryCommands = new OperatorRegistryCommands(this.api)
  readonly reviewRules = new OperatorReviewRules(this.api)
  readonly brokerage = new OperatorBrokerage(this.api)
  readonly settlements = new OperatorSettlements(this.api)
  readonly payouts = new OperatorPayouts(this.api)
  readonly offers = new OperatorOffers(this.api)
  readonly sellers = new OperatorSellers(this.api)
  readonly sellerPayouts = new OperatorSellerPayouts(this.api)
  readonly disputes = new OperatorDisputes(this.api)
  readonly documents = new OperatorDocuments(this.api)
  readonly tax = new OperatorTax(this.api)
  readonly ledger = new OperatorLedger(this.api)
  readonly webhooks = new OperatorWebhooks(this.api)
  readonly audit = new OperatorAudit(this.api)
  readonly mail = new OperatorMail(this.api)
  readonly operators = new OperatorPeople(this.api)
  readonly tokens = new OperatorTokens(this.api)

  /** Items that need an operator. */
  queue(query?: Filter<'GET /api/operator/v1/queue'>, options?: CallOptions) {
    return this.api.call('GET /api/operator/v1/queue', { query }, options)
  }

  /** A page of one group, oldest first: up to 500 items. `cursor` continues after an earlier page. */
  queueGroup(group: string, query?: Filter<'GET /api/operator/v1/queue/{group}'>, options?: CallOptions) {
    return this.api.call('GET /api/operator/v1/queue/{group}', { params: { group }, query }, options)
  }

  /** Records that changed after the cursor of an earlier response. */
  changes(query?: Filter<'GET /api/operator/v1/changes'>, options?: CallOptions) {
    return this.api.call('GET /api/operator/v1/changes', { query }, options)
  }

  /** Searches partners, orders, listings and other records. */
  search(q: string, options?: CallOptions) {
    return this.api.call('GET /api/operator/v1/search', { query: { q } }, options)
  }

  overview(options?: CallOptions) {
    return this.api.call('GET /api/operator/v1/overview', {}, options)
  }
}
