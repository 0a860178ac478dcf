// The CSV import of a seller: every line takes the same path as a single request, in its own transaction.
import type { Readable } from 'node:stream'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../kernel/errors.ts'
import type { Id } from '../../../kernel/ids.ts'
import { SELLER_IMPORT_LINES_MAX } from '../../../kernel/limits.ts'
import { findDomain, type OwnTerms, printable, readCsv, readDomain } from '../../catalog/index.ts'
import { findPending, type OwnListing } from '../store/proofs.ts'
import { changeOwnListing, listDomain } from './list.ts'

export type ImportedLine = {
  line: number
  domain: string | null
  status: 'created' | 'updated' | 'rejected'
  message: string | null
  listing: OwnListing | null
}

/** A record of the file as terms; throws what is wrong with it. */
export type ReadRecord = (record: Record<string, unknown>) => OwnTerms

async function importLine(deps: Deps, userId: Id<'user'>, terms: OwnTerms): Promise<Omit<ImportedLine, 'line'>> {
  const { domain } = readDomain(terms.domain, 'live')
  const now = deps.clock.now()
  return deps.db.tx(async (tx) => {
    const listed = await findDomain(tx, 'live', domain)
    const mine = listed?.status === 'listed' && listed.sellerId === userId ? listed.id : undefined
    const id = mine ?? (await findPending(tx, userId, domain))?.listingId
    if (id === undefined)
      return { domain, status: 'created', message: null, listing: await listDomain(tx, userId, terms, now) }
    const listing = await changeOwnListing(tx, userId, id, terms, now)
    return { domain, status: 'updated', message: null, listing }
  })
}

/** Lines after the limit are not read. A line that fails changes nothing and does not stop the others. */
export async function importOwnListings(
  deps: Deps,
  userId: Id<'user'>,
  source: Readable,
  readRecord: ReadRecord,
): Promise<ImportedLine[]> {
  const lines: ImportedLine[] = []
  const reject = (line: number, domain: unknown, message: string): ImportedLine => ({
    line,
    domain: typeof domain === 'string' ? printable(domain) : null,
    status: 'rejected',
    message: printable(message),
    listing: null,
  })
  for await (const entry of readCsv(source)) {
    if (lines.length >= SELLER_IMPORT_LINES_MAX)
      throw new ApiError('validation_error', {
        message: `The file has more than ${SELLER_IMPORT_LINES_MAX} lines. The lines up to there were imported. Send the others in another file.`,
      })
    if ('problem' in entry) {
      lines.push(reject(entry.line, null, entry.problem))
      continue
    }
    try {
      lines.push({ line: entry.line, ...(await importLine(deps, userId, readRecord(entry.record))) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      lines.push(reject(entry.line, entry.record.domain, error.message))
    }
  }
  return lines
}
