// Everybody and everything that hostile requests are made of and sent by: the world of the samples, and strangers to it.
import { sql } from '../../src/db/sql.ts'
import type { Environment } from '../../src/kernel/owner.ts'
import { overInject } from '../browser.ts'
import type { TestPartner, TestService } from '../harness.ts'
import { type Application, newAccessToken, newApplication } from '../oauth.ts'
import { newPerson, type Person } from '../person.ts'
import { freshDomain, type Sample as RouteSample, type World } from '../route-sample-records.ts'
import { makeWorld } from '../route-samples.ts'
import type { startStripeDouble } from '../stripe-double.ts'

export type StripeDouble = Awaited<ReturnType<typeof startStripeDouble>>

export type Stage = {
  service: TestService
  /** Undefined where nothing is paid in live. */
  stripe: StripeDouble | undefined
  /** Its name is listed in both environments. */
  world: World
  /** Another partner, with keys that may do everything. */
  stranger: Record<Environment, TestPartner>
  /** Signed in, and of no partner. */
  outsider: Person
  /** Signed in, and may see the console. */
  operator: Person
  /** Of the outsider's kind: a token of somebody else. */
  otherToken: string
  application: Application
}

/** What a good request of an operation holds. */
export type Sample = RouteSample & {
  form?: Record<string, string>
  /** Who sends it in place of the world's person, whose session and password all the others count on. */
  caller?: Record<string, string>
  /** How the address begins to which a success leads. */
  leadsTo?: string
}

async function newOperator(service: TestService): Promise<Person> {
  const person = await newPerson(service)
  await service.db.run(sql`update users set operator_role = 'admin' where id = ${person.userId}`)
  return person
}

async function newStranger(service: TestService): Promise<Stage['stranger']> {
  const sandbox = await service.partner({ approved: true })
  return { sandbox, live: await service.credential(sandbox, 'live') }
}

export async function setStage(service: TestService, stripe?: StripeDouble): Promise<Stage> {
  await service.house()
  const world = await makeWorld(service, freshDomain())
  await service.list('live', world.domain)
  return {
    service,
    stripe,
    world,
    stranger: await newStranger(service),
    outsider: await newPerson(service),
    operator: await newOperator(service),
    otherToken: await newAccessToken(service, 'pricing:read domains:manage'),
    application: await newApplication(overInject(service)),
  }
}
