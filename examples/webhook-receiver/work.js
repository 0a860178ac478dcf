// Processes an event. This is the file to change: write to your database, email system or queue.

/**
 * Must be idempotent: it runs again for the same event if the process crashed while handling it.
 * @param {import('@freehold/sdk').WebhookEvent} event
 */
export async function work(event) {
  switch (event.type) {
    case 'webhook.test':
      return console.log(`${event.id} ${event.type}: received`)
    case 'order.transfer_completed':
      return console.log(
        `${event.id} ${event.type} ${event.data.order.public_id}: notify the buyer of ${event.data.order.domain}`,
      )
    case 'order.refunded':
      return console.log(
        `${event.id} ${event.type} ${event.data.order.public_id}: reverse the sale of ${event.data.order.domain}`,
      )
    default:
      return console.log(`${event.id} ${event.type} ${'order' in event.data ? event.data.order.public_id : ''}`.trim())
  }
}
