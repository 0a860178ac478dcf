// A service whose clock the test moves, a browser before it, and an operator who can sign in.
import { afterAll, beforeAll } from 'vitest'
import { createUser, hashPassword } from '../../packages/server/src/modules/accounts/index.ts'
import { startListeningService } from '../../packages/server/test/listening.ts'
import { type Chrome, openChrome } from './browser.ts'

export const OPERATOR = { email: 'olive@market.example', password: 'a long enough password' }

type Place = { service: Awaited<ReturnType<typeof startListeningService>>; chrome: Chrome }

/** Opened before the tests of a file, and closed after them. */
export function useOperatorPlace(
  env: Record<string, string> = {},
  options: Parameters<typeof startListeningService>[1] = {},
): Place {
  const place = {} as Place
  beforeAll(async () => {
    const [service, chrome] = await Promise.all([startListeningService(env, options), openChrome()])
    Object.assign(place, { service, chrome })
    const passwordHash = await hashPassword(OPERATOR.password)
    await service.db.tx((tx) =>
      createUser(
        tx,
        { email: OPERATOR.email, passwordHash, operatorRole: 'admin', isConfirmed: true },
        service.clock.now(),
      ),
    )
  })
  afterAll(async () => {
    await place.chrome?.close()
    await place.service?.close()
  })
  return place
}
