// Quotes: a name is held for ten minutes at a firm price.
import { type Api, type Body, type CallOptions, Resource } from '../api.ts'
import { type QuoteClaims, verifyQuoteToken } from '../quote-token.ts'

export class Quotes extends Resource {
  readonly #secret: string | undefined

  constructor(api: Api, secret: string | undefined) {
    super(api)
    this.#secret = secret
  }

  /** Reserves a name for you alone. Quoting it again gives a fresh quote and releases the older one. */
  create(input: Body<'POST /api/partner/v1/quotes'>, options?: CallOptions) {
    return this.api.call('POST /api/partner/v1/quotes', { body: input }, options)
  }

  get(quoteId: string, options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/quotes/{quote_id}', { params: { quote_id: quoteId } }, options)
  }

  /** Gives the name free before its time. */
  release(quoteId: string, options?: CallOptions) {
    return this.api.call('DELETE /api/partner/v1/quotes/{quote_id}', { params: { quote_id: quoteId } }, options)
  }

  /** Checks a `quote_token` without asking the service; the client's own secret when none is given. */
  async verifyToken(token: string, secret = this.#secret): Promise<QuoteClaims> {
    if (!secret) throw new TypeError('Give the secret of the credential that asked for the quote.')
    return verifyQuoteToken(token, secret)
  }
}
