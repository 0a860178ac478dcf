// The address of a case's page: its token is made from the case under a key of its own and is stored nowhere.
import type { Deps } from '../../deps.ts'
import { isProgressToken, progressToken } from './rules.ts'

const PURPOSE = 'brokerage-progress'

/** Deriving is slow enough to do it once. */
const keys = new WeakMap<Deps['secrets'], Buffer>()

function getKey(secrets: Deps['secrets']): Buffer {
  let key = keys.get(secrets)
  if (!key) {
    key = secrets.deriveKey(PURPOSE)
    keys.set(secrets, key)
  }
  return key
}

export const progressUrl = ({ secrets, config }: Pick<Deps, 'secrets' | 'config'>, caseId: string): string =>
  `${config.baseUrl}/brokerage/${caseId}?t=${progressToken(getKey(secrets), caseId)}`

export const opensProgress = ({ secrets }: Pick<Deps, 'secrets'>, caseId: string, token: string): boolean =>
  isProgressToken(getKey(secrets), caseId, token)
