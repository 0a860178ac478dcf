// Several public reads in one call: each row is answered on its own, counted on its own, and fails alone.

import { limitByAddress } from '../http/admission/rate-limit.ts'
import type { Asker } from '../http/call-route.ts'
import { defineRoute } from '../http/define-route.ts'
import { asApiError, errorBody } from '../http/error-handler.ts'
import { Named, Nullable, Strict, Type } from '../http/schema.ts'
import { assertValid } from '../http/validate.ts'
import { ApiError, invalidField } from '../kernel/errors.ts'
import { BATCH_OPERATIONS_MAX } from '../kernel/limits.ts'
import { OPERATIONS } from './lookup-tools.ts'

const Operation = Strict(
  {
    id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Your ID for the operation, returned with its result. Default: its position, starting with `0`.',
      }),
    ),
    op: Type.String({ minLength: 1, maxLength: 64, examples: ['search_domain'] }),
    params: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  { title: 'BatchOperation' },
)

/** A bad entry is the fault of its own row, so here anything is taken; the document shows what is meant. */
const BatchInput = Strict({
  operations: Type.Array(
    Type.Unsafe<unknown>({
      description:
        'An object with `op` (listed by `GET /api/batch`), `params` if the operation has parameters, and `id`, your ID for the ' +
        'operation. Without `id`, the position counts, starting with `0`.',
    }),
    {
      minItems: 1,
      maxItems: BATCH_OPERATIONS_MAX,
    },
  ),
})

const Row = Named('BatchRow', {
  id: Nullable(Type.String()),
  op: Nullable(Type.String()),
  status: Type.Integer({ description: 'HTTP status code the operation would have on its own.' }),
  body: Type.Unsafe<unknown>({ description: 'The response of the operation, or an `Error`.' }),
})
type Row = { id: string | null; op: string | null; status: number; body: unknown }

const readText = (entry: unknown, field: 'id' | 'op'): string | null => {
  const value = (entry as Record<string, unknown> | null)?.[field]
  return typeof value === 'string' ? value : null
}

async function runOperation(entry: unknown, asker: Asker): Promise<unknown> {
  assertValid(Operation, entry, 'operation')
  const { op, params = {} } = entry as { op: string; params?: unknown }
  const operation = OPERATIONS.get(op)
  if (!operation) throw invalidField('op', `must be one of ${[...OPERATIONS.keys()].join(', ')}`)
  const { limit = 'public_reads' } = operation.route
  if (limit !== 'by-operation') await limitByAddress(asker.deps, limit, asker.caller.address)
  return operation.run(params, asker)
}

/** An entry that does not name itself is known by its position; one with a malformed ID by nothing. */
const readId = (entry: unknown, index: number): string | null =>
  (entry as { id?: unknown } | null)?.id === undefined ? String(index) : readText(entry, 'id')

async function runEntry(entry: unknown, index: number, asker: Asker): Promise<Row> {
  const named = { id: readId(entry, index), op: readText(entry, 'op') }
  try {
    return { ...named, status: 200, body: await runOperation(entry, asker) }
  } catch (thrown) {
    const known = asApiError(thrown)
    if (!known) asker.deps.log.error({ err: thrown, request_id: asker.requestId }, 'batch operation failed')
    const error = known ?? new ApiError('internal_error')
    return { ...named, status: error.status, body: JSON.parse(errorBody(error, asker.requestId)) }
  }
}

function assertDistinct(entries: readonly unknown[]): void {
  const ids = entries.map((entry) => readText(entry, 'id')).filter((id) => id !== null)
  const seen = new Set<string>()
  const repeated = ids.find((id) => seen.has(id) || !seen.add(id))
  if (repeated !== undefined)
    throw invalidField(
      'operations',
      `the id "${repeated.slice(0, 64)}" is used more than once. Use a unique id for each operation.`,
    )
}

const run = defineRoute({
  id: 'batch.run',
  area: 'public',
  method: 'POST',
  path: '/batch',
  summary: 'Run a batch of reads',
  description:
    `Runs up to ${BATCH_OPERATIONS_MAX} public read operations in one request. Results are in request order. A failed ` +
    'operation does not affect the others: check `status` of each row. Each operation counts against its own rate limit.',
  returns: 'The result of each operation.',
  limit: 'by-operation',
  body: BatchInput,
  bodyInParts: true,
  response: Named('BatchAnswer', {
    results: Type.Array(Row),
    count: Type.Integer(),
    failed: Type.Integer(),
  }),
  handle: async ({ deps, caller, requestId }, { body }) => {
    assertDistinct(body.operations)
    const results = await Promise.all(
      body.operations.map((entry, index) => runEntry(entry, index, { deps, caller, requestId })),
    )
    return { results, count: results.length, failed: results.filter(({ status }) => status >= 400).length }
  },
})

const catalogue = defineRoute({
  id: 'batch.operations',
  area: 'public',
  method: 'GET',
  path: '/batch',
  summary: 'List batch operations',
  description: 'Returns each operation with the JSON Schema of its parameters.',
  returns: 'The batch operations.',
  response: Named('BatchCatalogue', {
    max_operations: Type.Integer(),
    operations: Type.Array(
      Strict({
        op: Type.String(),
        description: Type.String(),
        params: Type.Unsafe<unknown>({ type: 'object', description: 'JSON Schema of the parameters.' }),
      }),
    ),
  }),
  revalidated: true,
  handle: () => ({
    max_operations: BATCH_OPERATIONS_MAX,
    operations: [...OPERATIONS.values()].map(({ name, description, params }) => ({ op: name, description, params })),
  }),
})

export const batchRoutes = [run, catalogue]
