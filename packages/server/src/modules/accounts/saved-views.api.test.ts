// Saved views: each person has their own, in every browser, and not more than the limit.
import { beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { newPerson, type Person } from '../../../test/person.ts'
import { SAVED_VIEWS_MAX } from '../../kernel/limits.ts'

let service: TestService
let person: Person
let other: Person
beforeAll(async () => {
  service = await startTestService()
  person = await newPerson(service)
  other = await newPerson(service)
})

const call = (who: Person, method: string, body?: unknown, query = '') =>
  service.send({
    method,
    url: `/api/account/views${query}`,
    headers: {
      ...who.headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const view = (name: string, more: object = {}) => ({
  ...{ list: 'console.orders', name, search: 'status=PAID', hidden_columns: ['Price'] },
  ...more,
})

it('keeps, replaces and deletes a view of one person', async () => {
  expect((await call(person, 'PUT', view('Über / 1'))).status).toBe(200)
  await call(person, 'PUT', view('Über / 1', { search: 'status=SETTLED' }))
  const { json } = await call(person, 'GET')
  expect(json.views).toEqual([
    { ...view('Über / 1', { search: 'status=SETTLED' }), created_at: expect.stringMatching(/Z$/) },
  ])
  expect((await call(other, 'GET')).json.views).toEqual([])
  const query = `?list=console.orders&name=${encodeURIComponent('Über / 1')}`
  expect((await call(other, 'DELETE', undefined, query)).status).toBe(404)
  expect((await call(person, 'DELETE', undefined, query)).json.views).toEqual([])
})

it('needs a session', async () => {
  expect((await service.send({ method: 'GET', url: '/api/account/views', headers: {} })).status).toBe(401)
})

it.each([
  ['an unknown place', { list: 'account.orders' }],
  ['an empty name', { name: '' }],
  ['a long name', { name: 'x'.repeat(61) }],
  ['long filters', { search: 'x'.repeat(2001) }],
  ['unknown fields', { color: 'red' }],
])('rejects %s', async (_, more) => {
  expect((await call(person, 'PUT', view('bad', more))).status).toBe(400)
  expect((await call(person, 'GET')).json.views).toEqual([])
})

it('keeps at most the limit, with requests at the same time too', async () => {
  for (let number = 1; number < SAVED_VIEWS_MAX; number++)
    expect((await call(other, 'PUT', view(`view ${number}`))).status).toBe(200)
  const both = await Promise.all(['x', 'y'].map((name) => call(other, 'PUT', view(name))))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.json.error.reason).toBe('too_many_views')
  expect((await call(other, 'GET')).json.views).toHaveLength(SAVED_VIEWS_MAX)
  expect((await call(other, 'PUT', view('view 1', { search: '' }))).status).toBe(200)
})
