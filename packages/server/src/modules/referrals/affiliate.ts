// Referral is for partners whose credential is linked to an affiliate account.
import { ApiError } from '../../kernel/errors.ts'

export function requireAffiliate(caller: { partner: { affiliate: boolean } }): void {
  if (!caller.partner.affiliate)
    throw new ApiError('forbidden', {
      message: 'No affiliate account is linked to this credential; ask us to link one.',
      reason: 'affiliate_not_linked',
    })
}
