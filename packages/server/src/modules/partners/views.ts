// Schemas and JSON views of partners and credentials.
import { ActionsView, actionViews } from '../../http/actions.ts'
import {
  EmailText,
  EnvironmentName,
  IdText,
  isoTime,
  isoTimeOrNull,
  Named,
  Nullable,
  OneOf,
  ScopeName,
  type Static,
  Timestamp,
  Type,
} from '../../http/schema.ts'
import {
  BASIS_POINTS_MAX,
  NAMESERVERS_MAX,
  NAMESERVERS_MIN,
  REGISTRAR_ACCOUNT_LENGTH_MAX,
  REGISTRAR_IANA_ID_MAX,
} from '../../kernel/limits.ts'
import { collectsPayments, PARTNER_ACTIONS, PARTNER_STATUSES, partnerActions, partnerStatus } from './rules.ts'
import type { Credential } from './store/credentials.ts'
import type { DeliveryTarget } from './store/delivery-targets.ts'
import type { Partner } from './store/partners.ts'

export const BasisPoints = (description: string) =>
  Type.Integer({ minimum: 0, maximum: BASIS_POINTS_MAX, description: `${description}, in basis points.` })

const STATUSES = { values: PARTNER_STATUSES, title: 'PartnerStatus' }

export const partnerFields = {
  partner_id: IdText('ptn_'),
  name: Type.String(),
  email: Type.String(),
  status: OneOf(STATUSES.values, { title: STATUSES.title }),
  merchant_of_record: Type.Boolean({
    description:
      'True if the partner can charge buyers itself and record sales, live and in the sandbox. Set by an operator.',
  }),
  sandbox_merchant_of_record: Type.Boolean({
    description:
      'True if the partner can record sales in the sandbox. Partners that sign up themselves start with this.',
  }),
  affiliate: Type.Boolean({ description: 'True if the partner can create referral links and earn commission.' }),
  commission_bps: BasisPoints('Commission on a sale'),
  brokerage_bps: BasisPoints('Share of a brokerage deal'),
  referral_bps: BasisPoints('Commission on a referred sale'),
  approved_at: Nullable(Timestamp()),
  suspended_at: Nullable(Timestamp()),
  live_requested_at: Nullable(Timestamp('When the partner applied for live access.')),
  live_request_note: Nullable(Type.String({ description: 'Message sent with the application.' })),
  created_at: Timestamp(),
  updated_at: Timestamp(),
}

const PartnerFacts = Type.Object(partnerFields)

export const PartnerView = Named('Partner', {
  ...partnerFields,
  actions: ActionsView('PartnerAction', PARTNER_ACTIONS, STATUSES),
})

export const partnerView = (partner: Partner): Static<typeof PartnerView> => ({
  ...partnerFacts(partner),
  actions: actionViews(partnerActions(partner)),
})

/** What the partner's own people see, too. */
export const partnerFacts = (partner: Partner): Static<typeof PartnerFacts> => ({
  partner_id: partner.id,
  name: partner.name,
  email: partner.email,
  status: partnerStatus(partner),
  merchant_of_record: partner.merchantOfRecord,
  sandbox_merchant_of_record: collectsPayments(partner, 'sandbox'),
  affiliate: partner.affiliate,
  commission_bps: partner.commissionBps,
  brokerage_bps: partner.brokerageBps,
  referral_bps: partner.referralBps,
  approved_at: isoTimeOrNull(partner.approvedAt),
  suspended_at: isoTimeOrNull(partner.suspendedAt),
  live_requested_at: isoTimeOrNull(partner.liveRequestedAt),
  live_request_note: partner.liveRequestNote,
  created_at: isoTime(partner.createdAt),
  updated_at: isoTime(partner.updatedAt),
})

/** Where domains go: an account at a registrar. */
export const targetFields = {
  registrar_iana_id: Type.Integer({
    minimum: 1,
    maximum: REGISTRAR_IANA_ID_MAX,
    description: 'IANA ID of the registrar.',
    examples: [146],
  }),
  registrar_account: Type.String({
    minLength: 1,
    maxLength: REGISTRAR_ACCOUNT_LENGTH_MAX,
    pattern: '^[!-~]+$',
    description: 'Account at the registrar that receives the domains.',
    examples: ['ACME-1042'],
  }),
  contact_email: EmailText(),
}
export const NameserversInput = () =>
  Type.Array(Type.String({ minLength: 1, maxLength: 254 }), {
    minItems: NAMESERVERS_MIN,
    maxItems: NAMESERVERS_MAX,
    description: 'Nameservers to set before the transfer.',
    examples: [['ns1.example.net', 'ns2.example.net']],
  })

export const DeliveryTargetView = Named('DeliveryTarget', {
  ...targetFields,
  nameservers: Type.Array(Type.String(), { description: 'Nameservers set before the transfer. Empty: unchanged.' }),
  updated_at: Timestamp(),
})

export const deliveryTargetView = (target: DeliveryTarget): Static<typeof DeliveryTargetView> => ({
  registrar_iana_id: target.registrarIanaId,
  registrar_account: target.registrarAccount,
  contact_email: target.contactEmail,
  nameservers: target.nameservers,
  updated_at: isoTime(target.updatedAt),
})

const credentialFields = {
  key_id: Type.String({ examples: ['pk_sandbox_5f0c…'] }),
  name: Nullable(Type.String({ description: 'Name of the key, to tell keys apart. Null if it has none.' })),
  partner_id: IdText('ptn_'),
  environment: EnvironmentName(),
  scopes: Type.Array(ScopeName()),
  active: Type.Boolean(),
  rotated_from: Nullable(Type.String()),
  retires_at: Nullable(Timestamp('When a rotated key stops working.')),
  revoked_at: Nullable(Timestamp()),
  last_used_at: Nullable(Timestamp('When the key was last used, to the minute.')),
  created_at: Timestamp(),
}

export const CredentialView = Named('Credential', credentialFields)
export const IssuedCredentialView = Named('IssuedCredential', {
  ...credentialFields,
  secret: Type.String({ description: 'The signing secret. Shown only once.' }),
})

export function credentialView(credential: Credential, now: Date): Static<typeof CredentialView> {
  const retired = credential.retiresAt !== null && credential.retiresAt <= now
  return {
    key_id: credential.keyId,
    name: credential.name,
    partner_id: credential.partnerId,
    environment: credential.environment,
    scopes: credential.scopes,
    active: credential.revokedAt === null && !retired,
    rotated_from: credential.rotatedFrom,
    retires_at: isoTimeOrNull(credential.retiresAt),
    revoked_at: isoTimeOrNull(credential.revokedAt),
    last_used_at: isoTimeOrNull(credential.lastUsedAt),
    created_at: isoTime(credential.createdAt),
  }
}
