// The client: holds the credentials and the connection, and offers every operation as a method or by its path.
import { Api, type Body, type CallOptions } from './api.ts'
import { type FreeholdOptions, openConnection } from './connection.ts'
import type { ApiResponse, Query, RequestOptions } from './request.ts'
import { Brokerage } from './resources/brokerage.ts'
import { CheckoutSessions } from './resources/checkout-sessions.ts'
import { Delivery } from './resources/delivery.ts'
import { Documents } from './resources/documents.ts'
import { Domains } from './resources/domains.ts'
import { Events } from './resources/events.ts'
import { Links } from './resources/links.ts'
import { Me } from './resources/me.ts'
import { Operator } from './resources/operator/operator.ts'
import { Orders } from './resources/orders.ts'
import { Public } from './resources/public.ts'
import { Quotes } from './resources/quotes.ts'
import { Refunds } from './resources/refunds.ts'
import { Analytics, Payouts, Transactions } from './resources/reports.ts'
import { Sandbox } from './resources/sandbox.ts'
import { Settlements } from './resources/settlements.ts'
import { Webhooks } from './resources/webhooks.ts'

export class Freehold {
  readonly analytics: Analytics
  readonly brokerage: Brokerage
  readonly checkoutSessions: CheckoutSessions
  readonly delivery: Delivery
  readonly domains: Domains
  readonly events: Events
  readonly links: Links
  readonly me: Me
  readonly orders: Orders
  readonly payouts: Payouts
  readonly quotes: Quotes
  readonly refunds: Refunds
  readonly sandbox: Sandbox
  readonly settlements: Settlements
  readonly documents: Documents
  readonly transactions: Transactions
  readonly webhooks: Webhooks
  /** The Public API: search, WHOIS, TLDs and the market without credentials, and a user's own domains with an access token. */
  readonly public: Public
  /** The Operator API; needs `operatorToken`. */
  readonly operator: Operator
  readonly #api: Api

  constructor(options: FreeholdOptions) {
    const api = new Api(openConnection(options))
    this.#api = api
    this.analytics = new Analytics(api)
    this.brokerage = new Brokerage(api)
    this.checkoutSessions = new CheckoutSessions(api)
    this.delivery = new Delivery(api)
    this.domains = new Domains(api)
    this.events = new Events(api)
    this.links = new Links(api)
    this.me = new Me(api)
    this.orders = new Orders(api)
    this.payouts = new Payouts(api)
    this.quotes = new Quotes(api, options.secret)
    this.refunds = new Refunds(api)
    this.sandbox = new Sandbox(api)
    this.settlements = new Settlements(api)
    this.documents = new Documents(api)
    this.transactions = new Transactions(api)
    this.webhooks = new Webhooks(api)
    this.public = new Public(api)
    this.operator = new Operator(api)
  }

  /** Compares your payment references, with or without the amounts you charged, with the recorded orders. */
  reconcile(references: Body<'POST /api/partner/v1/reconcile'>['references'], options?: CallOptions) {
    return this.#api.call('POST /api/partner/v1/reconcile', { body: { references } }, options)
  }

  /** Sends a request and returns the response body. Throws a `FreeholdError` if it does not succeed. */
  async request<T = unknown>(options: RequestOptions): Promise<T> {
    return (await this.send<T>(options)).data
  }

  /** Like `request`, but also returns the status, the headers and the request ID. */
  send<T = unknown>(options: RequestOptions): Promise<ApiResponse<T>> {
    return this.#api.send<T>(options)
  }

  get<T = unknown>(path: string, query?: Query, options?: CallOptions): Promise<T> {
    return this.request<T>({ ...options, method: 'GET', path, query })
  }

  post<T = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<T> {
    return this.request<T>({ ...options, method: 'POST', path, body })
  }

  put<T = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<T> {
    return this.request<T>({ ...options, method: 'PUT', path, body })
  }

  patch<T = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<T> {
    return this.request<T>({ ...options, method: 'PATCH', path, body })
  }

  delete<T = unknown>(path: string, options?: CallOptions): Promise<T> {
    return this.request<T>({ ...options, method: 'DELETE', path })
  }
}
