// Good inputs for the routes of second factors. Each has its own person: the others do not need a second step to sign in.
import { newAuthenticator } from './authenticator.ts'
import { computeCode } from './factors.ts'
import type { TestResponse, TestService } from './harness.ts'
import { newPerson } from './person.ts'
import type { Sample } from './route-sample-records.ts'

type Caller = { cookie: string; origin: string }
export type FactorSample = Sample & { headers: Caller }
type Person = Awaited<ReturnType<typeof open>>

async function open(service: TestService) {
  const { headers, password } = await newPerson(service)
  const call = (method: string, path: string, body?: unknown): Promise<TestResponse> =>
    service.send({
      method,
      url: `/api/account${path}`,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return { headers, password, call, now: () => service.clock.now(), baseUrl: service.deps.config.baseUrl }
}

async function startApp({ call, now }: Person): Promise<{ code: string }> {
  return { code: computeCode((await call('POST', '/totp')).json.secret, now()) }
}
async function addApp(person: Person): Promise<void> {
  await person.call('POST', '/totp/confirm', await startApp(person))
}
async function makePasskey({ call, baseUrl }: Person) {
  const { options } = (await call('POST', '/passkeys/options')).json
  return { response: newAuthenticator(baseUrl).register(options), name: 'Laptop' }
}
async function addPasskey(person: Person): Promise<{ passkey_id: string }> {
  const { json } = await person.call('POST', '/passkeys', await makePasskey(person))
  return { passkey_id: json.passkey.passkey_id }
}

const sample =
  (make: (person: Person) => Promise<Sample> | Sample) =>
  async (service: TestService): Promise<FactorSample> => {
    const person = await open(service)
    return { ...(await make(person)), headers: person.headers }
  }

export const FACTOR_SAMPLES: Record<string, (service: TestService) => Promise<FactorSample>> = {
  'account.factors': sample(() => ({})),
  'account.totp_start': sample(() => ({})),
  'account.totp_confirm': sample(async (person) => ({ body: await startApp(person) })),
  'account.totp_remove': sample(async (person) => {
    await addApp(person)
    return {}
  }),
  'account.recovery_codes': sample(async (person) => {
    await addApp(person)
    return {}
  }),
  'account.passkey_options': sample(() => ({})),
  'account.passkey_add': sample(async (person) => ({ body: await makePasskey(person) })),
  'account.passkey_rename': sample(async (person) => ({ params: await addPasskey(person), body: { name: 'Phone' } })),
  'account.passkey_remove': sample(async (person) => ({ params: await addPasskey(person) })),
  'account.reauthenticate_options': sample(() => ({})),
  'account.reauthenticate': sample(({ password }) => ({ body: { password } })),
}
