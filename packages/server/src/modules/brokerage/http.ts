// The address of a case's page: its token is made from the case under a key of its own and is stored nowhere.
import type { Deps } from '../../deps.ts'
import { isProgressToken, progressToken } from './rules.ts'
import { getProgressKey } from './service.ts'

export const progressUrl = ({ secrets, config }: Pick<Deps, 'secrets' | 'config'>, caseId: string): string =>
  `${config.baseUrl}/brokerage/${caseId}?t=${progressToken(getProgressKey(secrets), caseId)}`

export const opensProgress = ({ secrets }: Pick<Deps, 'secrets'>, caseId: string, token: string): boolean =>
  isProgressToken(getProgressKey(secrets), caseId, token)
