// Operator API: listings, imports and TLDs.
import { type Body, type CallOptions, type Filter, Resource } from '../../api.ts'

const IMPORT = 'POST /api/operator/v1/listings/import'
const IMPORT_TIMEOUT_MS = 600_000

type ImportFile = string | Uint8Array | ReadableStream<Uint8Array>

export class OperatorListings extends Resource {
  create(input: Body<'POST /api/operator/v1/listings'>, options?: CallOptions) {
    return this.api.call('POST /api/operator/v1/listings', { body: input }, options)
  }

  /** Live before sandbox, then newest first. */
  list(query?: Filter<'GET /api/operator/v1/listings'>, options?: CallOptions) {
    return this.api.list('GET /api/operator/v1/listings', 'listings', { query }, options)
  }

  get(listingId: string, options?: CallOptions) {
    return this.api.call('GET /api/operator/v1/listings/{listing_id}', { params: { listing_id: listingId } }, options)
  }

  change(listingId: string, input: Body<'PATCH /api/operator/v1/listings/{listing_id}'>, options?: CallOptions) {
    return this.api.call(
      'PATCH /api/operator/v1/listings/{listing_id}',
      { params: { listing_id: listingId }, body: input },
      options,
    )
  }

  withdraw(listingId: string, options?: CallOptions) {
    return this.api.call(
      'DELETE /api/operator/v1/listings/{listing_id}',
      { params: { listing_id: listingId } },
      options,
    )
  }

  /** Puts a listing that the service withdrew back on sale. */
  relist(listingId: string, options?: CallOptions) {
    return this.api.call(
      'POST /api/operator/v1/listings/{listing_id}/relist',
      { params: { listing_id: listingId } },
      options,
    )
  }

  /** The listing that the service withdrew stays withdrawn. */
  acceptWithdrawal(listingId: string, options?: CallOptions) {
    return this.api.call(
      'POST /api/operator/v1/listings/{listing_id}/accept_withdrawal',
      { params: { listing_id: listingId } },
      options,
    )
  }

  /**
   * Imports a CSV or NDJSON file. Each line is applied or rejected on its own, and importing the same file again is safe. A stream
   * is uploaded as it is read, and is not retried.
   */
  import(
    environment: Filter<typeof IMPORT>['environment'],
    file: ImportFile,
    format: 'csv' | 'ndjson',
    options?: CallOptions,
  ) {
    return this.#upload({ environment }, file, format, options)
  }

  /** Checks the file and reports what the import would create, update and reject. Nothing is changed. */
  previewImport(
    environment: Filter<typeof IMPORT>['environment'],
    file: ImportFile,
    format: 'csv' | 'ndjson',
    options?: CallOptions,
  ) {
    return this.#upload({ environment, dry_run: true }, file, format, options)
  }

  #upload(query: Filter<typeof IMPORT>, file: ImportFile, format: 'csv' | 'ndjson', options?: CallOptions) {
    const body = typeof file === 'string' ? new TextEncoder().encode(file) : file
    const headers = { ...options?.headers, 'Content-Type': format === 'csv' ? 'text/csv' : 'application/x-ndjson' }
    const patient = { repeatable: true, timeoutMs: IMPORT_TIMEOUT_MS, ...options, headers }
    return this.api.call(IMPORT, { query, body }, patient)
  }

  importReport(importId: string, options?: CallOptions) {
    return this.api.call(
      'GET /api/operator/v1/listings/imports/{import_id}',
      { params: { import_id: importId } },
      options,
    )
  }
}

export class OperatorTlds extends Resource {
  /** Lists TLDs in alphabetical order. */
  list(query?: Filter<'GET /api/operator/v1/tlds'>, options?: CallOptions) {
    return this.api.list('GET /api/operator/v1/tlds', 'tlds', { query }, options)
  }

  get(tld: string, options?: CallOptions) {
    return this.api.call('GET /api/operator/v1/tlds/{tld}', { params: { tld } }, options)
  }

  /** Changes the given fields and keeps the others. */
  put(tld: string, input: Body<'PUT /api/operator/v1/tlds/{tld}'>, options?: CallOptions) {
    return this.api.call('PUT /api/operator/v1/tlds/{tld}', { params: { tld }, body: input }, options)
  }
}
