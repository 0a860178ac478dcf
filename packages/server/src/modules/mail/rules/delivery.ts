// When a message is sent again, and who may read the secret of its link.

import type { OperatorRole } from '../../../kernel/operator-roles.ts'
import type { MailSettings } from '../../../kernel/settings/mail.ts'
import type { TemplateName } from './templates.ts'

export const MAIL_STATUSES = ['queued', 'sent', 'failed'] as const
export type MailStatus = (typeof MAIL_STATUSES)[number]

const RETRY_FIRST_SECONDS = 5
const RETRY_FACTOR = 3
const RETRY_SECONDS_MAX = 4 * 3600
/** Delays differ by up to a fifth, so that messages that failed together are not retried together. */
const RETRY_JITTER = 0.2

/** Exponential backoff. `failures` counts the one that just happened; `random` is in [0, 1). */
export function computeRetrySeconds(failures: number, random: number): number {
  const delay = Math.min(RETRY_FIRST_SECONDS * RETRY_FACTOR ** (failures - 1), RETRY_SECONDS_MAX)
  return delay * (1 - RETRY_JITTER + 2 * RETRY_JITTER * random)
}

/**
 * Without mail, operators hand these links over themselves: claim links to the buyer, invitations to the invited person. Anyone who
 * has an invitation can accept it, so only admins see those.
 */
const HANDED_OVER: Partial<Record<TemplateName, readonly OperatorRole[]>> = {
  receipt: ['admin', 'support'],
  claim: ['admin', 'support'],
  team_invitation: ['admin'],
  operator_invitation: ['admin'],
}

/** Reading a message shows its link to every operator of a development service. */
export const isLinkOpen = ({ production, mail }: { production: boolean; mail: MailSettings }): boolean =>
  !production && mail.kind !== 'off'

/** The roles that may ask for the link, to give it to the person; none in production where messages are sent. */
export const listRevealRoles = (
  { production, mail }: { production: boolean; mail: MailSettings },
  template: TemplateName,
): readonly OperatorRole[] => (production && mail.kind !== 'off' ? [] : (HANDED_OVER[template] ?? []))
