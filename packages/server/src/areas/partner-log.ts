// What a partner may later see of its signed requests: noted when the answer goes out.
import type { Deps } from '../deps.ts'
import type { Answered, Incoming } from '../http/pipeline.ts'
import { canonicalQuery, canonicalString, SIGNATURE_HEADERS } from '../http/signature.ts'
import { withoutSecrets } from '../kernel/secret-box.ts'
import { hideSecrets, hideSecretsInLines, isKeyId } from '../modules/requests/index.ts'

/** Where the partner may look for the difference: what was refused is kept with what the server built. */
const SHOWN_IN_FULL = new Set<string>(['invalid_signature', 'invalid_timestamp'])
/** A header that is longer, or a string, is nothing that anybody signed by mistake. */
const NOTED_HEADER_LENGTH_MAX = 200
const NOTED_TEXT_LENGTH_MAX = 16_384

export function noteRequest(
  { clock, requests }: Pick<Deps, 'clock' | 'requests'>,
  incoming: Incoming,
  { status, error, milliseconds }: Answered,
): void {
  const { headers, method, path, pairs, body, requestId } = incoming
  const keyId = headers[SIGNATURE_HEADERS.keyId]?.trim() ?? ''
  if (!isKeyId(keyId)) return
  const refused = error !== null && SHOWN_IN_FULL.has(error.code)
  const sent = (name: string) => (headers[name] ?? '').trim().replaceAll('\0', '').slice(0, NOTED_HEADER_LENGTH_MAX)
  const timestamp = refused ? sent(SIGNATURE_HEADERS.timestamp) : null
  const nonce = refused ? sent(SIGNATURE_HEADERS.nonce) : null
  requests.note({
    requestId,
    keyId,
    at: clock.now(),
    method,
    path: withoutSecrets(path).slice(0, NOTED_TEXT_LENGTH_MAX),
    query: pairs.length === 0 ? '' : hideSecrets(canonicalQuery(pairs)).slice(0, NOTED_TEXT_LENGTH_MAX),
    status,
    errorCode: error?.code ?? null,
    errorReason: error?.reason ?? null,
    durationMs: Math.round(milliseconds),
    canonicalString:
      timestamp === null || nonce === null
        ? null
        : hideSecretsInLines(canonicalString({ method, path, pairs, body, timestamp, nonce })),
    timestampHeader: timestamp,
    nonceHeader: nonce,
  })
}
