// What is kept of a signed request when its answer goes out.

/** A signed request as its partner may see it later: never a body, a signature or a secret. */
export type NotedRequest = {
  requestId: string
  keyId: string
  at: Date
  method: string
  path: string
  query: string
  status: number
  errorCode: string | null
  errorReason: string | null
  durationMs: number
  /** Of a request whose signature or timestamp was refused. */
  canonicalString: string | null
  timestampHeader: string | null
  nonceHeader: string | null
}

/** Why a refused request may come in floods: anyone may have sent it, or the partner ran into its rate limit. */
export type RefusedKind = 'unproven' | 'rate_limited'

/** Requests are kept in memory for a moment and written behind the answers; whoever reads asks for them first. */
export type RequestRecorder = {
  note(request: NotedRequest): void
  /** Whether one more refused request of this key is kept in this minute; one that is not is counted. */
  keepsRefused(keyId: string, refused: RefusedKind): boolean
  flush(): Promise<void>
  close(): Promise<void>
}
