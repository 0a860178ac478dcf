// Issues documents that are missing: during a rollout, processes of the release before sell without them.
import type { Deps } from '../../deps.ts'
import { issueMissing } from './service/issue-missing.ts'

const EVERY_SECONDS = 60

export const documentJobs = [
  { name: 'documents.issue_missing', everySeconds: EVERY_SECONDS, run: (deps: Deps) => issueMissing(deps) },
]
