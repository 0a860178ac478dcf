// The report of an import, as the API shows it.
import type { Deps } from '../../../deps.ts'
import {
  EnvironmentName,
  IdText,
  isoTime,
  isoTimeOrNull,
  Named,
  Nullable,
  OneOf,
  type Static,
  Strict,
  Timestamp,
  Type,
} from '../../../http/schema.ts'
import type { ImportReport } from '../store/imports.ts'

export const ImportView = Named('ListingImport', {
  import_id: IdText('imp_'),
  dry_run: Type.Boolean({
    description: 'True if nothing was changed: the counts say what the import would do. A dry run is not stored.',
  }),
  environment: EnvironmentName(),
  status: OneOf(['running', 'completed', 'failed']),
  lines: Type.Integer({ description: 'Records read, not counting empty lines and the CSV header.' }),
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  rejected: Type.Integer(),
  rejections: Type.Array(Strict({ line: Type.Integer(), domain: Nullable(Type.String()), message: Type.String() }), {
    description: 'The first 1,000 rejected lines. Send `Accept: application/x-ndjson` to get a result for every line.',
  }),
  search: Strict(
    { embedded: Type.Integer({ minimum: 0 }), waiting: Type.Integer({ minimum: 0 }) },
    {
      description: 'How many domains for sale search can find, and how many still wait to be indexed.',
    },
  ),
  started_at: Timestamp(),
  finished_at: Nullable(Timestamp()),
})

export const importView = async (
  { search }: Deps,
  report: ImportReport,
  dryRun = false,
): Promise<Static<typeof ImportView>> => ({
  import_id: report.id,
  dry_run: dryRun,
  environment: report.environment,
  status: report.status,
  lines: report.lines,
  created: report.created,
  updated: report.updated,
  unchanged: report.unchanged,
  rejected: report.rejected,
  rejections: report.rejections,
  search: await search.progress(report.environment),
  started_at: isoTime(report.startedAt),
  finished_at: isoTimeOrNull(report.finishedAt),
})
