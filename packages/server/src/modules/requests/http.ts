// What a partner may later see of its signed requests: noted when the answer goes out.
import type { Deps } from '../../deps.ts'
import type { Incoming, RequestOutcome } from '../../http/pipeline.ts'
import { isRefusedUncounted } from '../../http/refusals.ts'
import { canonicalQuery, canonicalString, SIGNATURE_HEADERS } from '../../http/signature.ts'
import type { RefusedKind } from '../../kernel/contracts/noted-request.ts'
import type { ApiError } from '../../kernel/errors.ts'
import { withoutSecrets } from '../../kernel/secret-box.ts'
import { cutText } from '../../kernel/text/cut-text.ts'
import { cutLines, hideSecrets, hideSecretsInLines, isKeyId } from './rules.ts'

/** Where the partner may look for the difference: what was refused is kept with what the server built. */
const SHOWN_IN_FULL = new Set<string>(['invalid_signature', 'invalid_timestamp'])

const refusedKind = (error: ApiError | null): RefusedKind | null => {
  if (error === null) return null
  if (error.code === 'rate_limited') return 'rate_limited'
  return isRefusedUncounted(error) ? 'unproven' : null
}

export function noteRequest(
  { clock, requests }: Pick<Deps, 'clock' | 'requests'>,
  incoming: Incoming,
  { status, error, milliseconds }: RequestOutcome,
): void {
  const { headers, method, path, pairs, body, requestId } = incoming
  const keyId = headers[SIGNATURE_HEADERS.keyId]?.trim() ?? ''
  if (!isKeyId(keyId)) return
  const kind = refusedKind(error)
  if (kind !== null && !requests.keepsRefused(keyId, kind)) return
  const refused = error !== null && SHOWN_IN_FULL.has(error.code)
  const sent = (name: string) => cutText((headers[name] ?? '').trim().replaceAll('\0', ''))
  const timestamp = refused ? sent(SIGNATURE_HEADERS.timestamp) : null
  const nonce = refused ? sent(SIGNATURE_HEADERS.nonce) : null
  requests.note({
    requestId,
    keyId,
    at: clock.now(),
    method,
    // Secrets are hidden first: the start of one would not be recognized.
    path: cutText(withoutSecrets(path)),
    query: pairs.length === 0 ? '' : cutText(hideSecrets(canonicalQuery(pairs))),
    status,
    errorCode: error?.code ?? null,
    errorReason: error?.reason ?? null,
    durationMs: Math.round(milliseconds),
    canonicalString:
      timestamp === null || nonce === null
        ? null
        : cutLines(hideSecretsInLines(canonicalString({ method, path, pairs, body, timestamp, nonce }))),
    timestampHeader: timestamp,
    nonceHeader: nonce,
  })
}
