// Auth codes: made here, sealed at rest, and revealed to the owner of the order alone, with a row in the audit log each time.
import { randomInt } from 'node:crypto'
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import type { AuditedCall } from '../../../kernel/contracts/audit-log.ts'
import { ApiError } from '../../../kernel/errors.ts'
import type { Id } from '../../../kernel/ids.ts'
import { AUTH_CODE_READY, mailCodeReady, noteOrders, type Order } from '../../orders/index.ts'
import { type Delivery, findDelivery } from '../store/deliveries.ts'

/** RFC 9154 asks for 128 bits from the characters that every registry accepts. Look-alikes are left out. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'
const SYMBOLS = '!#%*+-='
const LENGTH = 24

const draw = (characters: string): string => characters.charAt(randomInt(characters.length))

/** Some registries insist on a digit and a symbol. */
export const makeAuthCode = (): string =>
  Array.from({ length: LENGTH - 2 }, () => draw(ALPHABET)).join('') + draw('23456789') + draw(SYMBOLS)

const sealContext = (orderId: string): string => `auth-code:${orderId}`

export const sealAuthCode = ({ secrets }: Pick<Deps, 'secrets'>, orderId: Id<'order'>, code: string): string =>
  secrets.seal(code, sealContext(orderId))

export const openAuthCode = (
  { secrets }: Pick<Deps, 'secrets'>,
  { orderId, authCode }: Pick<Delivery, 'orderId' | 'authCode'>,
): string | null => (authCode === null ? null : secrets.open(authCode, sealContext(orderId)))

/** Everyone who can use the code learns that it is there. */
export async function announceCodes(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  tx: Tx,
  orders: readonly Order[],
  actor: string,
): Promise<void> {
  const note = { event: 'transfer.action_required', actor, message: AUTH_CODE_READY } as const
  await noteOrders(
    deps,
    tx,
    orders.map((order) => ({ order, note })),
  )
  for (const order of orders) await mailCodeReady(deps, tx, order)
}

const NO_CODE = 'This order has no auth code now. Its field transfer says how and when it is delivered.'

/** The caller has checked whose order it is. The audit row and the code go out together. */
export async function revealAuthCode(
  deps: Pick<Deps, 'audit' | 'secrets'>,
  tx: Tx,
  orderId: Id<'order'>,
  call: AuditedCall,
  now: Date,
): Promise<{ code: string; expiresAt: Date }> {
  const delivery = await findDelivery(tx, orderId)
  const expiresAt = delivery?.authCodeExpiresAt
  const code = delivery && delivery.method === 'auth_code' ? openAuthCode(deps, delivery) : null
  if (code === null || !expiresAt || expiresAt <= now)
    throw new ApiError('conflict', { message: NO_CODE, reason: 'auth_code_unavailable' })
  await deps.audit.write(tx, {
    ...call,
    route: 'delivery.reveal_auth_code',
    status: 200,
    input: { public_id: orderId },
  })
  return { code, expiresAt }
}
