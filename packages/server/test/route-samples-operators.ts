// A good input for every route about operators, their invitations and tokens.

import { sql } from '../src/db/sql.ts'
import { newUser } from './person.ts'
import { type MakeSample, nextNumber } from './route-sample-records.ts'

const invite = () => ({ email: `op-${process.pid}-${nextNumber()}@matrix.example`, role: 'support' })

/** Somebody with a role that no other sample needs. */
const newViewer: MakeSample = async (_, service) => {
  const { id } = await newUser(service)
  await service.db.run(sql`update users set operator_role = 'viewer' where id = ${id}`)
  return { params: { user_id: id } }
}

export const OPERATOR_SAMPLES: Record<string, MakeSample> = {
  'operator.operators.list': () => ({}),
  'operator.operators.invite': () => ({ body: invite() }),
  'operator.operators.change': async (world, service) => ({
    ...(await newViewer(world, service)),
    body: { role: 'finance' },
  }),
  'operator.operators.remove': newViewer,
  'operator.operators.revoke_invitation': async (_, service) => {
    const { json } = await service.operator('POST', '/operators', invite())
    return { params: { invitation_id: json.invitation_id } }
  },
  'operator.tokens.list': () => ({}),
  'operator.tokens.create': () => ({ body: { name: 'matrix', role: 'viewer', expires_at: '2099-01-01' } }),
  'operator.tokens.revoke': async (_, service) => {
    const { json } = await service.operator('POST', '/operator-tokens', { name: 'matrix', role: 'viewer' })
    return { params: { token_id: json.token_id } }
  },
}
