// Operator API: webhook endpoints and deliveries of every partner.
import { type CallOptions, type Filter, Resource } from '../../api.ts'

export class OperatorEndpoints extends Resource {
  list(query?: Filter<'GET /api/operator/v1/webhooks/endpoints'>, options?: CallOptions) {
    return this.api.list('GET /api/operator/v1/webhooks/endpoints', 'endpoints', { query }, options)
  }
}

export class OperatorDeliveries extends Resource {
  /** Live before sandbox, then newest first. */
  list(query?: Filter<'GET /api/operator/v1/webhooks/deliveries'>, options?: CallOptions) {
    return this.api.list('GET /api/operator/v1/webhooks/deliveries', 'deliveries', { query }, options)
  }

  redeliver(deliveryId: string, options?: CallOptions) {
    return this.api.call(
      'POST /api/operator/v1/webhooks/deliveries/{delivery_id}/redeliver',
      { params: { delivery_id: deliveryId } },
      options,
    )
  }
}

export class OperatorWebhooks extends Resource {
  readonly endpoints = new OperatorEndpoints(this.api)
  readonly deliveries = new OperatorDeliveries(this.api)
}
