// Some routes exist for sandbox credentials only.
import { ApiError } from '../kernel/errors.ts'
import type { PartnerCaller } from './callers.ts'

export function requireSandbox(caller: PartnerCaller): void {
  if (caller.environment !== 'sandbox')
    throw new ApiError('forbidden', {
      message: 'This endpoint is for the sandbox only. Use a sandbox API key (pk_sandbox_…).',
      reason: 'sandbox_only',
    })
}
