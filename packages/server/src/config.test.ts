// What the environment may say. That a refused start says so in one line is shown by e2e/refusals.test.ts.
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const ROOT = path.resolve('/srv/freehold')
const GOOD_KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)).toString('base64')
const PRODUCTION = { NODE_ENV: 'production', BASE_URL: 'https://market.example', MASTER_KEY: GOOD_KEY, MAIL: 'off' }

function expectRefused(env: Record<string, string | undefined>, says: RegExp): void {
  expect(() => readConfig(env, ROOT)).toThrow(ConfigError)
  expect(() => readConfig(env, ROOT)).toThrow(says)
}

describe('without settings', () => {
  it('serves this machine only, embedded, with test cards and limits', () => {
    expect(readConfig({}, ROOT)).toMatchObject({
      production: false,
      host: '127.0.0.1',
      port: 8080,
      baseUrl: 'http://localhost:8080',
      dataDir: path.join(ROOT, 'data'),
      databaseUrl: null,
      masterKey: null,
      metricsToken: null,
      stripe: null,
      connectionsPerAddress: 256,
      seed: true,
      holdsPerAddress: 3,
      companyFields: false,
      sandboxInventory: true,
      quoteSharePercent: 25,
    })
    expect(readConfig({}, ROOT).rateLimits).toMatchObject({
      partner_reads: { capacity: 120, perSeconds: 60 },
      sign_in_account: { capacity: 100, perSeconds: 3600 },
      refused_signatures: { capacity: 600, perSeconds: 60 },
      clicks: { capacity: 60, perSeconds: 60 },
    })
  })

  it('treats an empty setting as unset', () => {
    const env = { PORT: '', HOST: '', DATABASE_URL: '', METRICS_TOKEN: '', LOG_LEVEL: '', RATE_PARTNER_READS: '' }
    expect(readConfig(env, ROOT)).toEqual(readConfig({}, ROOT))
  })
})

describe('an invalid setting is rejected by name', () => {
  it.each([
    ['PORT', 'http', /PORT must be an integer from 0 to 65535, not "http"/],
    ['PORT', '80.5', /PORT must be an integer/],
    ['PORT', '-1', /PORT must be an integer/],
    ['PORT', '65536', /PORT must be an integer/],
    ['PORT', ' ', /PORT must be an integer/],
    ['DATABASE_URL', 'mysql://root@127.0.0.1/x', /DATABASE_URL must start with postgres/],
    ['DATABASE_URL', 'postgres://127.0.0.1:notaport/x', /DATABASE_URL is not a valid URL/],
    ['DATABASE_POOL_SIZE', '1', /DATABASE_POOL_SIZE must be an integer from 2/],
    ['BASE_URL', 'market.example', /BASE_URL must be an absolute URL/],
    ['BASE_URL', 'ftp://market.example', /BASE_URL must start with http:/],
    ['BASE_URL', 'https://market.example/shop', /BASE_URL must not have a path/],
    ['MAIL_URL', 'https://smtp.example', /^MAIL_URL must have the form smtp:\/\/user:password@host:port/],
    ['MAIL_URL', 'smtp://', /MAIL_URL must have the form/],
    ['MAIL_URL', 'smtp://smtp.example/path', /MAIL_URL must have the form/],
    ['MAIL_URL', 'smtp://user@smtp.example', /MAIL_URL must have the form/],
    ['MAIL_URL', 'smtp://user:%zz@smtp.example', /MAIL_URL must have the form/],
    ['MAIL_URL', 'smtp://smtp.example', /MAIL_FROM is required with MAIL_URL/],
    ['MAIL', 'maybe', /MAIL must be one of on, off, not "maybe"/],
    ['SECURITY_CONTACT', 'call us', /SECURITY_CONTACT must be an email address or an https URL/],
    ['SUPPORT_CONTACT', 'http://a.example', /SUPPORT_CONTACT must be an email address or an https URL/],
    ['SECURITY_POLICY_URL', 'http://a.example', /SECURITY_POLICY_URL must be an https URL/],
    ['MASTER_KEY', 'short', /MASTER_KEY must be 32 random bytes/],
    ['REGISTRY', 'sometimes', /REGISTRY must be one of/],
    ['SEARCH_ENGINE', 'none', /SEARCH_ENGINE must be one of memory, postgres, keyword/],
    ['SEARCH_ENGINE', 'postgres', /SEARCH_ENGINE=postgres requires PostgreSQL\. Set DATABASE_URL/],
    ['RATE_PARTNER_READS', '0', /RATE_PARTNER_READS must be an integer/],
    ['RATE_CLICKS', 'many', /RATE_CLICKS must be an integer/],
    ['RATE_REFUSED_SIGNATURES', '-5', /RATE_REFUSED_SIGNATURES must be an integer/],
    ['RATE_SIGN_IN_ACCOUNT', '0', /RATE_SIGN_IN_ACCOUNT must be an integer/],
    ['TRUST_PROXY', 'yes', /TRUST_PROXY must be an integer/],
    ['PAYMENTS', 'stripe', /STRIPE_SECRET_KEY is required/],
    ['STRIPE_CONNECT', 'on', /STRIPE_CONNECT=on needs PAYMENTS=stripe/],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', /OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL/],
    ['CONNECTIONS_PER_ADDRESS', '-1', /CONNECTIONS_PER_ADDRESS must be an integer from 0/],
    ['ALLOW_INSECURE_HOST', 'yes', /ALLOW_INSECURE_HOST must be one of 0, 1/],
    ['NODE_ENV', 'prod', /NODE_ENV must be one of/],
    ['HOLDS_PER_ADDRESS', '0', /HOLDS_PER_ADDRESS must be an integer from 1 to 1000/],
    ['QUOTE_SHARE_PERCENT', '0', /QUOTE_SHARE_PERCENT must be an integer from 1 to 100/],
    ['QUOTE_SHARE_PERCENT', '101', /QUOTE_SHARE_PERCENT must be an integer from 1 to 100/],
  ])('%s=%s', (name, value, says) => expectRefused({ [name]: value }, says))

  it('STRIPE_CONNECT=on without the secret of its webhook endpoint', () => {
    const stripe = { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
    expectRefused(
      { ...stripe, STRIPE_CONNECT: 'on' },
      /STRIPE_CONNECT_WEBHOOK_SECRET is required with STRIPE_CONNECT=on/,
    )
  })
})

describe('the security contact', () => {
  it.each([
    [{}, 'mailto:security@localhost'],
    [{ BASE_URL: 'https://market.example' }, 'mailto:security@market.example'],
    [{ SECURITY_CONTACT: 'sec@a.example' }, 'mailto:sec@a.example'],
    [{ SECURITY_CONTACT: 'mailto:sec@a.example' }, 'mailto:sec@a.example'],
    [{ SECURITY_CONTACT: 'https://a.example/report' }, 'https://a.example/report'],
  ])('of %o is %s', (env, contact) => {
    expect(readConfig(env, ROOT).security).toEqual({ contact, policyUrl: null })
  })
})

describe('the support contact', () => {
  it.each([
    [{}, null],
    [{ SUPPORT_CONTACT: 'help@a.example' }, 'mailto:help@a.example'],
    [{ SUPPORT_CONTACT: 'https://a.example/help' }, 'https://a.example/help'],
  ])('of %o is %s', (env, contact) => {
    expect(readConfig(env, ROOT).supportContact).toBe(contact)
  })
})

describe('the issuer of statements', () => {
  it.each([
    [{}, { name: 'Freehold', address: [] }],
    [
      { ISSUER_NAME: 'Market Ltd', ISSUER_ADDRESS: '1 High Street | London EC1\nUnited Kingdom' },
      { name: 'Market Ltd', address: ['1 High Street', 'London EC1', 'United Kingdom'] },
    ],
  ])('of %o is %o', (env, issuer) => {
    expect(readConfig(env, ROOT).issuer).toEqual(issuer)
  })
})

describe('a development service', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', 'localhost'])(
    'listens on %s',
    (host) => {
      expect(readConfig({ HOST: host }, ROOT).host).toBe(host)
    },
  )

  it.each(['0.0.0.0', '::', '192.168.1.5', '::ffff:10.0.0.1', 'market.example', 'localhost.example'])(
    'refuses to listen on %s unless ALLOW_INSECURE_HOST is set',
    (host) => {
      expectRefused({ HOST: host }, /^HOST=\S+ exposes a development server to the network\. .*ALLOW_INSECURE_HOST=1/)
      expectRefused({ HOST: host, NODE_ENV: 'test' }, /ALLOW_INSECURE_HOST=1/)
      expectRefused({ HOST: host, ALLOW_INSECURE_HOST: '0' }, /ALLOW_INSECURE_HOST=1/)
      expect(readConfig({ HOST: host, ALLOW_INSECURE_HOST: '1' }, ROOT).host).toBe(host)
      expect(readConfig({ ...PRODUCTION, HOST: host }, ROOT).host).toBe(host)
    },
  )
})

describe('mail', () => {
  const MAIL_FROM = 'Market <no-reply@market.example>'

  it('stays on the machine outside production unless a server is set', () => {
    expect(readConfig({}, ROOT).mail).toEqual({ kind: 'outbox' })
    expect(readConfig({ MAIL: 'off' }, ROOT).mail).toEqual({ kind: 'off' })
  })

  it('goes to the server of MAIL_URL, whose parts are decoded', () => {
    const MAIL_URL = 'smtp://ada%40market.example:p%40ss%2Fw0rd@smtp.example'
    expect(readConfig({ MAIL_URL, MAIL_FROM }, ROOT).mail).toEqual({
      kind: 'smtp',
      server: {
        host: 'smtp.example',
        port: 587,
        isImplicitTls: false,
        login: { user: 'ada@market.example', password: 'p@ss/w0rd' },
      },
      from: { name: 'Market', address: 'no-reply@market.example' },
    })
    expect(readConfig({ MAIL_URL: 'smtps://[::1]:2465', MAIL_FROM: 'a@b.example' }, ROOT).mail).toEqual({
      kind: 'smtp',
      server: { host: '::1', port: 2465, isImplicitTls: true, login: null },
      from: { name: '', address: 'a@b.example' },
    })
  })

  it.each(['nobody', 'Market <nobody>', 'A\r\nBcc: x@y.example <a@b.example>', '<a@b.example>'])(
    'is refused with the sender %j',
    (sender) => expectRefused({ MAIL_URL: 'smtp://smtp.example', MAIL_FROM: sender }, /^MAIL_FROM must be an email/),
  )

  it('is required in production, or turned off, and an error does not repeat the password', () => {
    const production = { ...PRODUCTION, MAIL: undefined }
    expectRefused(production, /^MAIL_URL is required in production\. .*or set MAIL=off\.$/)
    expect(readConfig({ ...production, MAIL_URL: 'smtps://smtp.example', MAIL_FROM }, ROOT).mail.kind).toBe('smtp')
    expect(() => readConfig({ ...production, MAIL_URL: 'smtp://a:secret-word@b.example/x' }, ROOT)).not.toThrow(
      /secret-word/,
    )
  })
})

describe('production', () => {
  it('starts with BASE_URL and MASTER_KEY', () => {
    expect(readConfig(PRODUCTION, ROOT)).toMatchObject({ production: true, registry: 'live', seed: false })
  })

  it.each([
    ['without BASE_URL', { BASE_URL: undefined }, /BASE_URL is required in production/],
    ['with a BASE_URL that is not https', { BASE_URL: 'http://a.example' }, /BASE_URL must start with https:/],
    ['without a key', { MASTER_KEY: undefined }, /MASTER_KEY is required in production/],
    ['with a weak key', { MASTER_KEY: Buffer.alloc(32).toString('base64') }, /too weak/],
    ['without limits', { RATE_LIMITS: 'off' }, /RATE_LIMITS=off is not allowed/],
    ['with an empty METRICS_TOKEN', { METRICS_TOKEN: '' }, /METRICS_TOKEN is empty/],
    [
      'with a custom Stripe URL',
      {
        PAYMENTS: 'stripe',
        STRIPE_SECRET_KEY: 'k',
        STRIPE_WEBHOOK_SECRET: 'w',
        STRIPE_API_BASE: 'http://127.0.0.1:1',
      },
      /STRIPE_API_BASE is for tests/,
    ],
  ])('is refused %s', (_, env, says) => expectRefused({ ...PRODUCTION, ...env }, says))
})
