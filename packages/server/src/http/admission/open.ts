// Nonces and rate limits where the settings say: in the database, or in Redis or Valkey.
import type { Config } from '../../config.ts'
import { keepState } from '../../db/state.ts'
import type { Deps } from '../../deps.ts'
import type { AdmissionServer, AdmissionServerOptions } from '../../integrations/admission-server.ts'
import { randomToken } from '../../kernel/secret-box.ts'
import { type Admission, type ClockOffset, createAdmission } from './admission.ts'
import { adoptNonces } from './nonce-slots.ts'
import { leaveRedis, noteArrival, readArrival, withLoss } from './place.ts'
import { createRedisAdmission } from './redis.ts'

type Needed = Pick<Deps, 'db' | 'clock' | 'metrics' | 'log'> & {
  config: Pick<Config, 'admissionUrl'>
  clockOffset: ClockOffset
  /** A library of few installations: loaded where it is used. */
  loadServer(): Promise<(options: AdmissionServerOptions) => AdmissionServer>
}

export async function openAdmission({
  config,
  db,
  clock,
  metrics,
  log,
  clockOffset,
  loadServer,
}: Needed): Promise<Admission> {
  await adoptNonces(db, clock.now())
  const inDatabase = createAdmission({ db, clock, metrics, clockOffset })
  if (!config.admissionUrl) return withLoss(inDatabase, await leaveRedis(db, clock.now()))
  const openServer = await loadServer()
  const server = openServer({
    url: config.admissionUrl,
    prefix: await keepState(db, 'admission_prefix', `${randomToken('freehold_', 6)}:`),
    log,
    readArrival: () => readArrival(db),
    noteArrival: () => noteArrival(db),
  })
  await server.start()
  return createRedisAdmission({ db, server, fallback: inDatabase, clockOffset })
}
