// What people see of the changes that go to the registry.
import { defineRoute } from '../../http/define-route.ts'
import { IdText, Strict } from '../../http/schema.ts'
import { invariant, notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { findRun } from '../domains/index.ts'
import { listOfRun } from './store/commands.ts'
import { BulkReportView, bulkReportView } from './views/commands.ts'

const report = defineRoute({
  id: 'bulk.report',
  area: 'public',
  method: 'GET',
  path: '/account/bulk-runs/{bulk_id}',
  summary: 'Get a bulk run',
  description:
    'With a connector, changes reach the registry in the background. The report shows how far each domain is. ' +
    'Domains that needed no change at the registry are only in the response of the run itself.',
  returns: 'The bulk run with the progress of each domain.',
  signedIn: 'domains:manage',
  confirmed: true,
  params: Strict({ bulk_id: IdText('blk_') }),
  response: BulkReportView,
  errors: ['not_found'],
  handle: async ({ db, caller }, { params: { bulk_id: id } }) => {
    invariant(caller.user, 'only the signed-in come here')
    const run = isId('bulkRun', id) ? await findRun(db, caller.user.id, id) : undefined
    if (!run) throw notFound('Bulk run not found.')
    return bulkReportView(run, await listOfRun(db, run.id))
  },
})

export const publicRoutes = [report]
