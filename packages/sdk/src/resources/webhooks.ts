// Webhooks: your endpoint, its deliveries, and their verification.
import { type Body, type CallOptions, type Filter, Resource } from '../api.ts'
import { type VerifyWebhookOptions, verifyWebhook, type WebhookEvent, type WebhookHeaders } from '../webhooks.ts'

export class WebhookDeliveries extends Resource {
  /** Lists deliveries, newest first, each with its attempts. */
  list(query?: Filter<'GET /api/partner/v1/webhooks/deliveries'>, options?: CallOptions) {
    return this.api.list('GET /api/partner/v1/webhooks/deliveries', 'deliveries', { query }, options)
  }

  /** One delivery with its payload. */
  get(deliveryId: string, options?: CallOptions) {
    return this.api.call(
      'GET /api/partner/v1/webhooks/deliveries/{delivery_id}',
      { params: { delivery_id: deliveryId } },
      options,
    )
  }

  /** Sends a delivery again, to the current URL of its endpoint. */
  redeliver(deliveryId: string, options?: CallOptions) {
    return this.api.call(
      'POST /api/partner/v1/webhooks/deliveries/{delivery_id}/redeliver',
      { params: { delivery_id: deliveryId } },
      options,
    )
  }
}

export class WebhookEndpoints extends Resource {
  /** The default endpoint first, each with its delivery health. */
  list(options?: CallOptions) {
    return this.api.call('GET /api/partner/v1/webhooks/endpoints', {}, options)
  }

  /** Adds an endpoint with its own secret and event types, beside the default one. */
  create(input: Body<'POST /api/partner/v1/webhooks/endpoints'>, options?: CallOptions) {
    return this.api.call('POST /api/partner/v1/webhooks/endpoints', { body: input }, options)
  }

  get(endpointId: string, options?: CallOptions) {
    return this.api.call(
      'GET /api/partner/v1/webhooks/endpoints/{endpoint_id}',
      { params: { endpoint_id: endpointId } },
      options,
    )
  }

  /** Changes the fields you send. After a change of the secret, both secrets sign for a day. */
  update(
    endpointId: string,
    input: Body<'PATCH /api/partner/v1/webhooks/endpoints/{endpoint_id}'>,
    options?: CallOptions,
  ) {
    return this.api.call(
      'PATCH /api/partner/v1/webhooks/endpoints/{endpoint_id}',
      { params: { endpoint_id: endpointId }, body: input },
      options,
    )
  }

  delete(endpointId: string, options?: CallOptions) {
    return this.api.call(
      'DELETE /api/partner/v1/webhooks/endpoints/{endpoint_id}',
      { params: { endpoint_id: endpointId } },
      options,
    )
  }

  /** Sends a `webhook.test` event to the endpoint. */
  test(endpointId: string, options?: CallOptions) {
    return this.api.call('POST /api/partner/v1/webhooks/test', { body: { endpoint_id: endpointId } }, options)
  }
}

export class Webhooks extends Resource {
  readonly endpoints = new WebhookEndpoints(this.api)
  readonly deliveries = new WebhookDeliveries(this.api)

  /** Registers or changes your default webhook endpoint. After a change of the secret, both secrets sign for a day. */
  register(input: Body<'PUT /api/partner/webhooks'>, options?: CallOptions) {
    return this.api.call('PUT /api/partner/webhooks', { body: input }, options)
  }

  get(options?: CallOptions) {
    return this.api.call('GET /api/partner/webhooks', {}, options)
  }

  /** Removes the default endpoint. Events are still recorded in the history. */
  end(options?: CallOptions) {
    return this.api.call('DELETE /api/partner/webhooks', {}, options)
  }

  /** Sends a `webhook.test` event to your default endpoint. */
  test(options?: CallOptions) {
    return this.api.call('POST /api/partner/v1/webhooks/test', {}, options)
  }

  /** After an outage, sends failed deliveries of events since the given time again. */
  recover(input: Body<'POST /api/partner/v1/webhooks/recover'>, options?: CallOptions) {
    return this.api.call('POST /api/partner/v1/webhooks/recover', { body: input }, options)
  }

  /** Verifies a delivery and returns its event. See `verifyWebhook`. */
  verify(
    rawBody: string | Uint8Array,
    headers: WebhookHeaders,
    secret: string | readonly string[],
    options?: VerifyWebhookOptions,
  ): Promise<WebhookEvent> {
    return verifyWebhook(rawBody, headers, secret, options)
  }
}
