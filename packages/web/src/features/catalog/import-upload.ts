// Uploads a file of listings, to check it or to import it, and reports progress.
import type { Environment, ListingImport } from '@freehold/sdk/types'
import { ConnectionError, errorFromResponse } from '../../api/client.ts'

export type Upload = { report: Promise<ListingImport>; stop: () => void }

const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson', jsonl: 'application/x-ndjson' } as const

/** By the file extension; null for anything else. */
export function getMediaType(name: string): 'text/csv' | 'application/x-ndjson' | null {
  const extension = name.split('.').at(-1)?.toLowerCase() ?? ''
  return TYPES[extension as keyof typeof TYPES] ?? null
}

function readResponse(request: XMLHttpRequest): ListingImport {
  if (request.status !== 200) throw errorFromResponse(request.status, new Headers(), request.responseText)
  return JSON.parse(request.responseText) as ListingImport
}

/**
 * The service takes bytes only as fast as it writes the listings, so what was sent is what was done. The answer is the report
 * alone: browsers read nothing before the whole file is sent, and a line for each line would make both sides wait for ever.
 */
export function upload(
  file: File,
  { environment, isDryRun }: { environment: Environment; isDryRun: boolean },
  onProgress: (share: number) => void,
): Upload {
  const request = new XMLHttpRequest()
  const report = new Promise<ListingImport>((resolve, reject) => {
    request.open('POST', `/api/operator/v1/listings/import?environment=${environment}&dry_run=${isDryRun}`)
    request.setRequestHeader('content-type', getMediaType(file.name) ?? 'text/csv')
    request.setRequestHeader('accept', 'application/json')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total)
    request.onload = () => {
      try {
        resolve(readResponse(request))
      } catch (error) {
        reject(error as Error)
      }
    }
    const fail = (message: string) => () =>
      reject(new ConnectionError({ status: 0, code: 'connection_failed', message }))
    const done = isDryRun
      ? 'Nothing was changed.'
      : 'The lines imported so far are for sale. Import the file again to continue.'
    request.onerror = fail(`The connection was lost. ${done}`)
    request.onabort = fail(`${isDryRun ? 'Check' : 'Import'} stopped. ${done}`)
    request.send(file)
  })
  return { report, stop: () => request.abort() }
}
