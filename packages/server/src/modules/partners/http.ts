// What the routes of partners and credentials accept, and what several of them share.
import type { Db } from '../../db/sql.ts'
import { decodeCursor, pageLimit, toPage } from '../../http/pagination.ts'
import {
  EmailText,
  EnvironmentName,
  Named,
  Nullable,
  pageFields,
  ScopeName,
  type Static,
  Strict,
  Type,
} from '../../http/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import {
  CREDENTIAL_NAME_LENGTH_MAX,
  CREDENTIAL_OVERLAP_SECONDS,
  CREDENTIAL_OVERLAP_SECONDS_MAX,
} from '../../kernel/limits.ts'
import { SCOPES } from '../../kernel/owner.ts'
import { listCredentials } from './store/credentials.ts'
import { findPartner, type Partner } from './store/partners.ts'
import { BasisPoints, CredentialView, credentialView } from './views.ts'

const rates = {
  commission_bps: Type.Optional(BasisPoints('Commission on a sale')),
  brokerage_bps: Type.Optional(BasisPoints('Share of a brokerage deal')),
  referral_bps: Type.Optional(BasisPoints('Commission on a referred sale')),
}
const Name = () => Type.String({ minLength: 1, maxLength: 200 })

export const PartnerInput = Strict({
  name: Name(),
  email: EmailText(),
  merchant_of_record: Type.Boolean(),
  affiliate: Type.Optional(Type.Boolean()),
  ...rates,
})

export const PartnerChange = Strict(
  {
    name: Type.Optional(Name()),
    email: Type.Optional(EmailText()),
    merchant_of_record: Type.Optional(Type.Boolean()),
    affiliate: Type.Optional(Type.Boolean()),
    ...rates,
  },
  { minProperties: 1 },
)

/** A create has every field that it must have; a change has some. */
export const toPartner = <Body extends Static<typeof PartnerChange>>(body: Body) => ({
  name: body.name as Body['name'],
  email: body.email as Body['email'],
  merchantOfRecord: body.merchant_of_record as Body['merchant_of_record'],
  affiliate: body.affiliate,
  commissionBps: body.commission_bps,
  brokerageBps: body.brokerage_bps,
  referralBps: body.referral_bps,
})

export const KeyPath = Strict({ key_id: Type.String() })

const KeyName = () =>
  Type.String({ maxLength: CREDENTIAL_NAME_LENGTH_MAX, description: 'Name of the key, to tell keys apart.' })

export const RenameInput = Named('CredentialNameInput', { name: Nullable(KeyName()) })

export const IssueInput = Named('CredentialInput', {
  name: Type.Optional(KeyName()),
  environment: EnvironmentName(),
  scopes: Type.Array(ScopeName(), { minItems: 1, maxItems: SCOPES.length }),
})

export const RotateInput = Named('RotationInput', {
  overlap_seconds: Type.Optional(
    Type.Integer({ minimum: 0, maximum: CREDENTIAL_OVERLAP_SECONDS_MAX, default: CREDENTIAL_OVERLAP_SECONDS }),
  ),
})

export const CredentialPage = Named('CredentialPage', { credentials: Type.Array(CredentialView), ...pageFields })

/** `list` keeps the cursors of one route from another. */
export async function credentialPage(
  db: Db,
  list: 'credentials' | 'portal.credentials',
  partnerId: string,
  query: { limit?: number; cursor?: string },
  now: Date,
) {
  const filters = { list, partner: partnerId }
  const limit = pageLimit(query.limit)
  const key = decodeCursor(query.cursor, filters, ['instant', 'string'])
  const before = key && { createdAt: new Date(key[0]), keyId: key[1] }
  const rows = await listCredentials(db, partnerId, { before, limit: limit + 1 })
  const page = toPage(rows, limit, filters, (row) => [row.createdAt.getTime(), row.keyId])
  return {
    credentials: page.rows.map((row) => credentialView(row, now)),
    next_cursor: page.nextCursor,
    has_more: page.hasMore,
  }
}

/** The partner of a path, or 404. */
export async function requirePartner(db: Db, id: string): Promise<Partner> {
  const partner = isId('partner', id) ? await findPartner(db, id) : undefined
  if (!partner) throw notFound('Partner not found.')
  return partner
}
