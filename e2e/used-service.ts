// A service that has run before, for tests that are not about the database: on PostgreSQL, where a start takes half as long.
import { inject } from 'vitest'
import { type Env, type Service, startService, usedDatabase } from './process.ts'

/** Settings that start a service on a database of its own, as often as the test likes. */
export const usedPlace = (): Promise<{ DATA_DIR: string; DATABASE_URL: string }> => usedDatabase(inject('postgresUrl'))

export const startUsed = async (env: Env = {}): Promise<Service> => startService({ ...(await usedPlace()), ...env })
