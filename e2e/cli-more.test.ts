// Runs the commands of `freehold` that cli.test.ts does not, against a started service: deliveries, registrations, imports, completion,
// refunds, the packed files and the webhook listener.
import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, overNetwork } from '../packages/server/test/browser.ts'
import { newApplication } from '../packages/server/test/oauth.ts'
import { REGISTRANT } from '../packages/server/test/route-samples-registrations.ts'
import { shellIn } from './packed-sdk.ts'
import { finish, newFolder, project, run, startService } from './process.ts'
import { CLI, logIn, useCli } from './typed-cli.ts'

const cli = useCli()
const { call, json, type } = cli

beforeAll(async () => {
  expect(await logIn(cli)).toMatchObject({ code: 0 })
})

describe('the CLI', () => {
  it('sets where domains go, for all orders and for one, and shows each step to operators', async () => {
    const typed = await type('delivery', '--registrar', '146', '--account', 'ACME-1', '--email', 'ops@shop.example')
    expect([typed.code, typed.stdout]).toEqual([0, expect.stringMatching(/Account +ACME-1\n/)])
    const { results } = await json<{ results: { domain: string }[] }>('search', 'garden')
    const { quote_id } = await json<{ quote_id: string }>('quote', results[0]?.domain ?? '')
    const place = ['--registrar', '146', '--account', 'sim-refused']
    const { public_id } = await json<{ public_id: string }>('order', '--quote', quote_id, '--ref', 'cart-d', ...place)
    expect((await type('delivery', public_id)).stdout).toMatch(/Account +sim-refused at registrar 146\n/)
    expect((await type('sandbox', 'order', public_id, 'start_transfer')).code).toBe(0)
    await expect
      .poll(async () => (await type('orders', public_id)).stdout, { timeout: 60_000 })
      .toMatch(/Last error +\w/)
    const steps = await type('operator', 'delivery', public_id)
    expect(steps.stdout).toMatch(/State +refused\n[\s\S]*STEP +OUTCOME[\s\S]*push +refused/)
    const corrected = await type('delivery', public_id, '--auth-code')
    expect([corrected.code, corrected.stdout]).toEqual([0, expect.stringMatching(/Transfer +failed, auth_code\n/)])
    expect((await type('sandbox', 'order', public_id, 'start_transfer')).code).toBe(0)
    await expect
      .poll(async () => (await type('auth-code', public_id)).stdout, { timeout: 60_000 })
      .toMatch(/^Auth code +\S+\nExpires +2/)
    expect((await type('operator', 'delivery', public_id, 'take_over', '--note', 'By hand.')).stdout).toContain(
      'needs_operator',
    )
  })

  it('lists registry commands, and asks for an access token where a person acts', async () => {
    expect((await type('operator', 'registry', '--state', 'needs_operator')).stdout).toBe(
      'No registry commands match.\n',
    )
    const missing = await type('operator', 'registry', 'cmd_00000000000000000000000000', 'retry')
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('Registry command not found')])
    const person = await type('registrations')
    expect([person.code, person.stderr]).toEqual([2, expect.stringContaining('FREEHOLD_ACCESS_TOKEN')])
  })

  it('registers a domain for a person, from the checkout link to the change at the registry', async () => {
    const domain = 'typed-registration.com'
    const transport = overNetwork(`http://localhost:${cli.service.port}`)
    const tokens = await (await newApplication(transport)).obtainTokens(cli.service.credentials().user, {
      scope: 'domains:manage',
    })
    cli.env.FREEHOLD_ACCESS_TOKEN = tokens.access_token
    const folder = newFolder()
    const file = (name: string, registrant: object): string => {
      writeFileSync(path.join(folder, name), JSON.stringify(registrant))
      return path.join(folder, name)
    }
    const noPhone = await type('register', domain, '--registrant', file('no-phone.json', { ...REGISTRANT, phone: '1' }))
    expect([noPhone.code, noPhone.stderr]).toEqual([1, expect.stringContaining('registrant.phone')])
    const registrant = ['--registrant', file('registrant.json', REGISTRANT)]
    const hosts = ['--nameservers', 'ns1.example.net,ns2.example.net']
    const typed = await type('register', domain, ...registrant, '--years', '2', ...hosts)
    expect([typed.code, typed.stdout]).toEqual([0, expect.stringMatching(/Domain +typed-registration\.com\n/)])
    const [, purchase = '', url = ''] = /Purchase +(\S+)\n[\s\S]*Pay at +(\S+)\n/.exec(typed.stdout) ?? []
    expect((await call('registrations', purchase)).stdout).toMatch(/typed-registration\.com +2 .*awaiting_payment/)

    const browser = openBrowser(transport)
    const checkout = await browser.open(url.slice(url.indexOf('/checkout/')))
    const card = { number: '4242424242424242', expiry: '12/35', cvc: '123' }
    const [, form = ''] = /name="form" value="([^"]+)"/.exec(checkout.text) ?? []
    expect((await browser.post(checkout.path, { form, email: 'ada@mail.example', ...card })).status).toBe(303)
    await expect
      .poll(async () => (await call('registrations', purchase)).stdout, { timeout: 60_000 })
      .toMatch(/Status +settled\n[\s\S]*typed-registration\.com +2 .*done/)
    expect((await call('registrations')).stdout).toMatch(/registration +typed-registration\.com +done/)

    const listed = await call('operator', 'registry', '--domain', domain)
    const [command = ''] = /cmd_\w+(?= +\S+ +register )/.exec(listed.stdout) ?? []
    const shown = await call('operator', 'registry', command)
    expect(shown.stdout).toMatch(/Change +register\nState +done\n[\s\S]*create_contact +done[\s\S]*register +done/)
    const twice = await call('register', domain, ...registrant)
    expect([twice.code, twice.stderr]).toEqual([1, expect.stringContaining('is already registered')])
    delete cli.env.FREEHOLD_ACCESS_TOKEN
  })

  it('triggers the events of a whole brokerage case', async () => {
    expect(await call('webhooks', 'trigger', 'brokerage.case_completed')).toMatchObject({ code: 0, stderr: '' })
    const { cases } = await json<{ cases: { status: string }[] }>('request', 'GET', '/api/partner/v1/brokerage')
    expect(cases[0]?.status).toBe('completed')
  })

  it('imports listings, and exits with 1 when lines are rejected', async () => {
    const file = path.join(newFolder(), 'names.csv')
    writeFileSync(file, 'domain,price_cents,currency\ncli-one.test,120000,USD\ncli-two.test,130000,USD\n')
    expect(await json('operator', 'import', file)).toMatchObject({ environment: 'sandbox' })
    writeFileSync(file, 'domain,price_cents,currency\ncli-one.test,120000,USD\nbad..name,1,USD\n')
    const { code, stdout } = await call('operator', 'import', file)
    expect(code).toBe(1)
    expect(stdout).toMatch(/^2 lines: 0 created, 0 updated, 1 unchanged, 1 rejected\.\nline 3 {2}bad\.\.name {2}/)
    writeFileSync(file, 'cli-one.test,120000,USD\n')
    const headless = await call('operator', 'import', file)
    expect([headless.code, headless.stderr]).toEqual([2, expect.stringContaining('must name the columns')])
    expect((await call('operator', 'partners')).stdout).toContain('Sandbox Partner')
    expect((await call('operator', 'orders')).code).toBe(0)
    expect((await json<{ price_cents: number }>('quote', 'cli-two.test')).price_cents).toBe(130_000)
  })

  it('completes commands, subcommands, options and values in bash', async () => {
    const { stdout } = await type('completion', 'bash')
    const complete = async (...words: string[]) => {
      const list = words.map((word) => `'${word}'`).join(' ')
      const script = `${stdout}\nCOMP_WORDS=(freehold ${list}); COMP_CWORD=${words.length}; _freehold; echo "\${COMPREPLY[@]}"`
      return (await finish(['bash', '--norc', '-c', script], {})).stdout.trim()
    }
    expect(await complete('webh')).toBe('webhooks')
    expect(await complete('webhooks', 'l')).toBe('listen')
    expect(await complete('webhooks', 'listen', '--f')).toBe('--forward')
    expect(await complete('refund', 'ord_1', '--reason', 'dup')).toBe('duplicate')
    expect(await complete('orders', '--js')).toBe('--json')
  })

  it('refunds an order, creates a checkout link and reconciles payments', async () => {
    const { results } = await json<{ results: { domain: string }[] }>('search', 'travel')
    const [first, second] = results.map(({ domain }) => domain)
    const { quote_id } = await json<{ quote_id: string }>('quote', first ?? '')
    const made = await json<{ public_id: string }>('order', '--quote', quote_id, '--ref', 'cart-2')
    expect((await call('reconcile', 'cart-2')).stdout).toMatch(/^1 matched, 0 missing, 0 with another amount\.\n/)
    const books = await call('reconcile', 'cart-2=1.00', 'cart-3')
    expect([books.code, books.stdout]).toEqual([1, expect.stringMatching(/missing +cart-3\nmismatched +cart-2 /)])
    const refunded = await call('refund', made.public_id, '--reason', 'duplicate', '--ref', 'refund-1')
    expect([refunded.code, refunded.stdout]).toEqual([0, expect.stringMatching(/^Refund +rfd_/)])
    const again = await call('refund', made.public_id, '--json')
    expect([again.code, again.stdout]).toEqual([1, ''])
    expect(JSON.parse(again.stderr)).toMatchObject({
      error: {
        code: 'conflict',
        reason: 'order_not_refundable',
        status: 409,
        request_id: expect.stringMatching(/^req_/),
      },
    })
    expect((await call('checkout', second ?? '')).stderr).toContain('Pass --return-url')
    const link = ['--return-url', 'https://shop.example/thanks', '--email', 'buyer@example.com']
    const session = await json<{ session_id: string; checkout_url: string }>('checkout', second ?? '', ...link)
    expect(session.checkout_url).toContain(session.session_id)
    expect((await call('checkout', session.session_id)).stdout).toMatch(/Status +open\n/)
  })

  it('shows an internationalized domain in both forms', async () => {
    const listing = { environment: 'sandbox', domain: 'bücher-kiste.test', price_cents: 5000, currency: 'USD' }
    await json('request', 'POST', '/api/operator/v1/listings', JSON.stringify(listing))
    const { stdout } = await call('quote', 'bücher-kiste.test')
    expect(stdout).toMatch(/Domain +bücher-kiste\.test \(xn--bcher-kiste-[\w-]+\.test\)/)
  })

  it('ends without an error when the reader closes the pipe', async () => {
    const command = `${CLI.map((word) => `'${word}'`).join(' ')} orders --json | true; echo "\${PIPESTATUS[0]}"`
    expect(await finish(['bash', '--norc', '-c', command], cli.env)).toMatchObject({ stdout: '0\n', stderr: '' })
  })
})

it('installs from its packed files', async () => {
  const folder = newFolder()
  const pack = `npm pack --workspace packages/sdk --workspace packages/cli --pack-destination '${folder}'`
  expect((await shellIn(project, pack)).code).toBe(0)
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }')
  const installed = await shellIn(folder, 'npm install --offline --no-audit --no-fund ./*.tgz')
  expect([installed.code, installed.code === 0 ? '' : installed.stderr]).toEqual([0, ''])
  const version = await shellIn(folder, './node_modules/.bin/freehold --version')
  expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
})

type Taken = { id: string; isGenuine: boolean }

/** A local webhook receiver that checks each signature. */
async function openReceiver(secret: string, port = 0) {
  const taken: Taken[] = []
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const body = Buffer.concat(chunks)
        const mac = createHmac('sha256', secret).update(body).digest('hex')
        taken.push({
          id: (JSON.parse(String(body)) as Taken).id,
          isGenuine: request.headers['x-service-signature'] === mac,
        })
        response.end()
      })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  return { url, taken, close: () => new Promise((resolve) => server.close(resolve)) }
}

it('webhooks listen forwards every event once across a restart of the service', async () => {
  const secret = 'a-secret-for-this-test-only'
  const receiver = await openReceiver(secret)
  const listening = run([...CLI, 'webhooks', 'listen', '--forward', receiver.url, '--secret', secret], cli.env)
  await expect.poll(() => listening.output.stderr, { timeout: 90_000 }).toContain('Forwarding to')
  for (let n = 0; n < 2; n++) expect((await call('webhooks', 'trigger', 'order.recorded')).code).toBe(0)
  await cli.service.stop()
  cli.service = await startService({ ...cli.place, PORT: String(cli.service.port) })
  expect((await call('webhooks', 'trigger', 'order.refunded')).code).toBe(0)
  let events: { id: string }[] = []
  // The refund itself is made in the background, and is an event of its own.
  const isUpToDate = async () => {
    events = (await cli.service.sdk().get<{ events: { id: string }[] }>('/api/partner/v1/events', { limit: 200 }))
      .events
    return receiver.taken.at(-1)?.id === events.at(-1)?.id
  }
  await expect.poll(isUpToDate, { timeout: 90_000 }).toBe(true)
  listening.child.kill('SIGINT')
  expect((await listening.ended).code).toBe(0)
  await receiver.close()
  const ids = receiver.taken
    .map(({ id }) => id)
    .slice(0, receiver.taken.findIndex(({ id }) => id === events.at(-1)?.id) + 1)
  const from = events.findIndex(({ id }) => id === ids[0])
  expect(ids).toEqual(events.slice(from).map(({ id }) => id))
  expect(ids.length).toBeGreaterThanOrEqual(4)
  expect(receiver.taken.every(({ isGenuine }) => isGenuine)).toBe(true)
})

it('webhooks listen waits for a receiver that is not running yet', async () => {
  const secret = 'a-secret-for-this-test-only'
  const gone = await openReceiver(secret)
  await gone.close()
  const listening = run(
    [...CLI, 'webhooks', 'listen', '--forward', gone.url, '--secret', secret, '--count', '1'],
    cli.env,
  )
  await expect.poll(() => listening.output.stderr, { timeout: 90_000 }).toContain('Forwarding to')
  expect((await call('webhooks', 'trigger', 'order.recorded')).code).toBe(0)
  await expect.poll(() => listening.output.stderr, { timeout: 90_000 }).toContain('does not respond. Retrying')
  const receiver = await openReceiver(secret, Number(new URL(gone.url).port))
  expect((await listening.ended).code).toBe(0)
  await receiver.close()
  expect(receiver.taken).toEqual([{ id: expect.any(String), isGenuine: true }])
})

it('webhooks trigger webhook.test reaches the receiver of a running listener', async () => {
  const nobody = await call('webhooks', 'trigger', 'webhook.test')
  expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining('There is no receiver')])
  const secret = 'a-secret-for-this-test-only'
  const receiver = await openReceiver(secret)
  const listening = run([...CLI, 'webhooks', 'listen', '--forward', receiver.url, '--secret', secret], cli.env)
  await expect.poll(() => listening.output.stderr, { timeout: 90_000 }).toContain('Forwarding to')
  expect(await call('webhooks', 'trigger', 'webhook.test')).toMatchObject({ code: 0, stderr: '' })
  expect(receiver.taken).toEqual([{ id: expect.stringMatching(/^evt_test_/), isGenuine: true }])
  listening.child.kill('SIGINT')
  expect((await listening.ended).code).toBe(0)
  await receiver.close()
})
