// Bodies that stay the same while the process runs: their validator and their compressed forms are computed once.
import { createHash } from 'node:crypto'
import { compressBody, type Encoding } from './content-encoding.ts'

/** Weak, because the compressed forms of a body share it. */
export const computeEtag = (body: string | Uint8Array): string =>
  `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`

type Kept = { etag: string; packed: Map<Encoding, Promise<Buffer>> }

const STATIC = new WeakMap<object, Kept>()

/** The best compression takes up to seconds, so one body at a time, and nobody waits for it. */
let queue: Promise<unknown> = Promise.resolve()

function improveLater(body: Buffer, { packed }: Kept, encoding: Encoding): void {
  const improved = queue.then(async () => {
    const best = await compressBody(body, { encoding, best: true })
    packed.set(encoding, Promise.resolve(best))
  })
  // Without the best form, the first one serves on.
  queue = improved.catch(() => {})
}

/** Send the buffer itself: it is recognized by its identity. */
export function toStaticBody(content: string | Buffer): Buffer {
  const body = typeof content === 'string' ? Buffer.from(content) : content
  STATIC.set(body, { etag: computeEtag(body), packed: new Map() })
  return body
}

export const findStaticEtag = (body: object): string | undefined => STATIC.get(body)?.etag

/** The compressed form of a static body; undefined if the body is not one. */
export function compressStatic(body: Buffer, encoding: Encoding): Promise<Buffer> | undefined {
  const kept = STATIC.get(body)
  if (!kept) return undefined
  const known = kept.packed.get(encoding)
  if (known) return known
  const first = compressBody(body, { encoding })
  kept.packed.set(encoding, first)
  improveLater(body, kept, encoding)
  return first
}
