// When a message is sent again, and who may read the secret of its link.
import type { MailSettings } from '../../../kernel/mail-settings.ts'
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

/** Their links claim a purchase. Without mail, an operator gives the link to the buyer. */
const CLAIM_TEMPLATES: readonly TemplateName[] = ['receipt', 'claim']

/** Operators see the secret of a link outside production only, except claim links with MAIL=off. */
export const canOperatorsSeeSecret = (
  { production, mail }: { production: boolean; mail: MailSettings },
  template: TemplateName,
): boolean => !production || (mail.kind === 'off' && CLAIM_TEMPLATES.includes(template))
