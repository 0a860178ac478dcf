// Owns what an event means to us. This is the file to change: write to your database, your mailer, your queue.

/**
 * May be called again for the same event if the process dies in the middle of it, so it should not mind.
 * @param {import('@freehold/sdk').WebhookEvent} event
 */
export async function work(event) {
  switch (event.type) {
    case 'webhook.test':
      return console.log(`${event.id} ${event.type}: it works`)
    case 'order.transfer_completed':
      return console.log(
        `${event.id} ${event.type} ${event.data.order.public_id}: tell the buyer of ${event.data.order.domain}`,
      )
    case 'order.refunded':
      return console.log(
        `${event.id} ${event.type} ${event.data.order.public_id}: take ${event.data.order.domain} out of the books`,
      )
    default:
      return console.log(`${event.id} ${event.type} ${'order' in event.data ? event.data.order.public_id : ''}`.trim())
  }
}
