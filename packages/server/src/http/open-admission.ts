// Nonces and rate limits where the settings say: in the database, or in Redis or Valkey.
import type { Config } from '../config.ts'
import { keepState } from '../db/state.ts'
import type { Deps } from '../deps.ts'
import { randomToken } from '../kernel/secret-box.ts'
import { type Admission, type ClockOffset, createAdmission } from './admission.ts'
import { leaveRedis, noteArrival, readArrival, withLoss } from './admission-place.ts'

type Needed = Pick<Deps, 'db' | 'clock' | 'metrics' | 'log'> & {
  config: Pick<Config, 'admissionUrl'>
  clockOffset: ClockOffset
}

export async function openAdmission({ config, db, clock, metrics, log, clockOffset }: Needed): Promise<Admission> {
  const inDatabase = createAdmission({ db, clock, metrics, clockOffset })
  if (!config.admissionUrl) return withLoss(inDatabase, await leaveRedis(db, clock.now()))
  // Loaded where it is used, as other libraries of few installations are.
  const [{ openAdmissionServer }, { createRedisAdmission }] = await Promise.all([
    import('../integrations/admission-server.ts'),
    import('./admission-redis.ts'),
  ])
  const server = openAdmissionServer({
    url: config.admissionUrl,
    prefix: await keepState(db, 'admission_prefix', `${randomToken('freehold_', 6)}:`),
    log,
    readArrival: () => readArrival(db),
    noteArrival: () => noteArrival(db),
  })
  await server.start()
  return createRedisAdmission({ db, server, fallback: inDatabase, clockOffset })
}
