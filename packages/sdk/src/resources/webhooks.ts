// Webhooks: the address that events are pushed to, what became of each push, and the check of what arrives.
import { type Body, type CallOptions, type Filter, Resource } from '../api.ts'
import { type VerifyWebhookOptions, verifyWebhook, type WebhookEvent, type WebhookHeaders } from '../webhooks.ts'

export class WebhookDeliveries extends Resource {
  /** Newest first, each with every attempt. */
  list(query?: Filter<'GET /api/partner/v1/webhooks/deliveries'>, options?: CallOptions) {
    return this.api.list('GET /api/partner/v1/webhooks/deliveries', 'deliveries', { query }, options)
  }

  /** With what it carries. */
  get(deliveryId: string, options?: CallOptions) {
    return this.api.call(
      'GET /api/partner/v1/webhooks/deliveries/{delivery_id}',
      { params: { delivery_id: deliveryId } },
      options,
    )
  }

  /** Sends it once more, to the address that is registered now. */
  redeliver(deliveryId: string, options?: CallOptions) {
    return this.api.call(
      'POST /api/partner/v1/webhooks/deliveries/{delivery_id}/redeliver',
      { params: { delivery_id: deliveryId } },
      options,
    )
  }
}

export class Webhooks extends Resource {
  readonly deliveries = new WebhookDeliveries(this.api)

  /** Registers the address, or changes it. A replaced secret goes on signing beside the new one for a day. */
  register(input: Body<'PUT /api/partner/webhooks'>, options?: CallOptions) {
    return this.api.call('PUT /api/partner/webhooks', { body: input }, options)
  }

  get(options?: CallOptions) {
    return this.api.call('GET /api/partner/webhooks', {}, options)
  }

  /** Ends the registration. The history goes on. */
  end(options?: CallOptions) {
    return this.api.call('DELETE /api/partner/webhooks', {}, options)
  }

  /** Sends a `webhook.test` event, delivered like any other. */
  test(options?: CallOptions) {
    return this.api.call('POST /api/partner/v1/webhooks/test', {}, options)
  }

  /** After an outage: sends again what failed for good, of events since then. */
  recover(input: Body<'POST /api/partner/v1/webhooks/recover'>, options?: CallOptions) {
    return this.api.call('POST /api/partner/v1/webhooks/recover', { body: input }, options)
  }

  /** Proves that a delivery is the service's own and fresh, and gives its event. See `verifyWebhook`. */
  verify(
    rawBody: string | Uint8Array,
    headers: WebhookHeaders,
    secret: string | readonly string[],
    options?: VerifyWebhookOptions,
  ): Promise<WebhookEvent> {
    return verifyWebhook(rawBody, headers, secret, options)
  }
}
