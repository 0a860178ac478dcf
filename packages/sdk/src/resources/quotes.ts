// Quotes: reserve a domain for ten minutes at a firm price.
import { type Api, type Body, type CallOptions, Resource } from '../api.ts'
import { type QuoteClaims, verifyQuoteToken } from '../quote-token.ts'

export class Quotes extends Resource {
  readonly #secret: string | undefined

  constructor(api: Api, secret: string | undefined) {
    super(api)
    this.#secret = secret
  }

  /** Reserves a domain for you. Another quote for the same domain releases the older one. */
  create(input: Body<'POST /api/partner/v1/quotes'>, options?: CallOptions) {
    return this.api.call('POST /api/partner/v1/quotes', { body: input }, options)
  }

  get(quoteId: string, options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/quotes/{quote_id}', { params: { quote_id: quoteId } }, options)
  }

  /** Releases the reservation before it expires. */
  release(quoteId: string, options?: CallOptions) {
    return this.api.call('DELETE /api/partner/v1/quotes/{quote_id}', { params: { quote_id: quoteId } }, options)
  }

  /** Verifies a `quote_token` without a request. Default secret: the client's own. */
  async verifyToken(token: string, secret = this.#secret): Promise<QuoteClaims> {
    if (!secret) throw new TypeError('Pass the secret of the API key that requested the quote.')
    return verifyQuoteToken(token, secret)
  }
}
