// A good input for every route about deliveries. No engine runs: the makers bring a delivery to the state that a route needs.
import { sql } from '../src/db/sql.ts'
import type { TestService } from './harness.ts'
import { freshDomain, type MakeSample, type World } from './route-sample-records.ts'

const TARGET = { registrar_iana_id: 146, registrar_account: 'MATRIX-1' }

async function newDelivered({ partner }: World, service: TestService, delivery: object): Promise<string> {
  const domain = freshDomain()
  await service.list('sandbox', domain)
  const body = { domain, expected_price: 100_000, currency: 'USD', external_payment_ref: 'matrix', delivery }
  const headers = { 'idempotency-key': domain }
  const { json } = await service.signed(partner, 'POST', '/api/partner/v1/orders', body, { headers })
  return json.public_id as string
}

/** An order whose transfer has started, and what operators did with its delivery since. */
const deliveryAfter =
  (...actions: string[]): MakeSample =>
  async (world, service) => {
    const id = await newDelivered(world, service, TARGET)
    await service.operator('POST', `/orders/${id}/start_transfer`)
    for (const action of actions) await service.operator('POST', `/orders/${id}/delivery/${action}`)
    return { params: { public_id: id } }
  }

export const DELIVERY_SAMPLES: Record<string, MakeSample> = {
  'delivery.get': () => ({}),
  'delivery.change': () => ({ body: { ...TARGET, contact_email: 'ops@matrix.example' } }),
  'orders.auth_code': async (world, service) => {
    const id = await newDelivered(world, service, { method: 'auth_code' })
    const code = service.deps.secrets.seal('matrix-code', `auth-code:${id}`)
    await service.db.run(sql`
      update domain_deliveries set auth_code = ${code}, auth_code_expires_at = '2099-01-01' where order_id = ${id}`)
    return { params: { public_id: id } }
  },
  'orders.delivery': async (world, service) => ({
    params: { public_id: await newDelivered(world, service, TARGET) },
    body: { method: 'auth_code' },
  }),
  'operator.deliveries.set_auth_code': async (world, service) => {
    const id = await newDelivered(world, service, { method: 'auth_code' })
    await service.operator('POST', `/orders/${id}/start_transfer`)
    await service.operator('POST', `/orders/${id}/delivery/take_over`)
    return { params: { public_id: id }, body: { auth_code: 'matrix-code' } }
  },
  'operator.deliveries.get': deliveryAfter(),
  'operator.deliveries.confirm': deliveryAfter('take_over'),
  'operator.deliveries.retry': deliveryAfter('take_over'),
  'operator.deliveries.take_over': deliveryAfter(),
  'operator.deliveries.cancel': deliveryAfter('take_over'),
}
