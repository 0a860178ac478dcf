// Tests of tables, typed values, canonical string comparison and prompts.
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { cents, whole } from './command.ts'
import { checkHeader } from './commands/import.ts'
import { parseReference } from './commands/payments.ts'
import { differences, readTimeAndNonce } from './commands/sign.ts'
import { COMMANDS } from './commands.ts'
import { editsBetween, findCommand } from './help.ts'
import { main } from './main.ts'
import { domainText, moneyText, tableText } from './output.ts'
import { createPrompt } from './prompt.ts'
import { UsageError } from './usage.ts'

describe('a table', () => {
  it('aligns its columns, shows missing values as a dash, and counts wide characters twice', () => {
    const rows = [
      { name: 'a.com', price: 5 },
      { name: '日本.com', price: 12_000 },
      { name: null, price: 1 },
    ]
    const text = tableText(rows, [
      ['NAME', (row) => row.name],
      ['PRICE', (row) => row.price, 'end'],
    ])
    expect(text.split('\n')).toEqual(['NAME      PRICE', 'a.com         5', '日本.com  12000', '–             1'])
  })

  it('formats money by its currency', () => {
    expect([moneyText(125_050, 'USD'), moneyText(5000, 'JPY')]).toEqual(['$1,250.50', '¥5,000'])
  })
})

describe('typed values', () => {
  it('converts amounts to minor units and rejects ambiguous ones', () => {
    expect([cents('1,250', 'price'), cents('1250.5', 'price'), cents(undefined, 'price')]).toEqual([
      125_000,
      125_050,
      undefined,
    ])
    expect([cents('1250', 'price', 'JPY'), cents('1.250', 'price', 'KWD')]).toEqual([1250, 1250])
    expect(() => cents('1250.50', 'price', 'JPY')).toThrow(UsageError)
    expect(() => cents('1250', 'price', 'dollars')).toThrow(UsageError)
    for (const wrong of ['much', '1,25,0', '-1', '1.234', '']) expect(() => cents(wrong, 'price')).toThrow(UsageError)
    expect(() => whole('1.5', 'limit')).toThrow(UsageError)
  })

  it('prefers a command of two words', () => {
    expect(findCommand(COMMANDS, ['webhooks', 'listen', '--forward'])).toMatchObject({
      command: { name: 'webhooks listen' },
    })
    expect(findCommand(COMMANDS, ['orders', 'ord_1'])).toMatchObject({ command: { name: 'orders' }, rest: ['ord_1'] })
    expect(findCommand(COMMANDS, ['webhooks'])).toBeNull()
  })
})

it('measures how many letters two words differ by', () => {
  expect([editsBetween('search', 'serch'), editsBetween('quote', 'qoute'), editsBetween('', 'abc')]).toEqual([1, 2, 3])
})

describe('canonical strings', () => {
  it('are compared line by line, missing lines included', () => {
    expect(differences('GET\n/a\n\n1\nn\nh', 'GET\n/a\n\n1\nn\nh\n')).toEqual([])
    expect(differences('GET\n/a\nx=1', 'POST\n/a')).toEqual([
      { line: 'method', ours: 'GET', yours: 'POST' },
      { line: 'query', ours: 'x=1', yours: '(missing)' },
    ])
  })

  it('give their timestamp and nonce, when both are well formed', () => {
    expect(readTimeAndNonce('GET\n/a\n\n1800000000\nnonce-12345\nh')).toEqual({
      timestamp: '1800000000',
      nonce: 'nonce-12345',
    })
    expect(readTimeAndNonce('GET\r\n/a')).toEqual({ timestamp: undefined, nonce: undefined })
  })
})

it('shows an internationalized domain in both forms, and any other in one', () => {
  expect(domainText({ domain: 'a.com', domain_unicode: 'a.com' })).toBe('a.com')
  expect(domainText({ domain: 'xn--mnchen-3ya.com', domain_unicode: 'münchen.com' })).toBe(
    'münchen.com (xn--mnchen-3ya.com)',
  )
})

it('reads payment references with and without an amount', () => {
  expect(['cart-1', 'cart-1=12.50', 'cart-1=1250JPY', 'a=b'].map(parseReference)).toEqual([
    'cart-1',
    { reference: 'cart-1', amount_cents: 1250, currency: 'USD' },
    { reference: 'cart-1', amount_cents: 1250, currency: 'JPY' },
    'a=b',
  ])
})

it('rejects a CSV file whose first line does not name the columns', () => {
  expect(() => checkHeader('a.csv', '\ufeff"Domain", price_cents,currency\r')).not.toThrow()
  expect(() => checkHeader('a.csv', 'one.test,120000,USD')).toThrow(
    /must name the columns. Missing: domain, price_cents/,
  )
})

describe('a prompt', () => {
  it('echoes an answer, and does not echo a secret', async () => {
    const input = new PassThrough()
    let screen = ''
    const prompt = createPrompt(input, (text) => {
      screen += text
    })
    const type = async (text: string) => {
      await setImmediate()
      input.write(text)
    }
    const [keyId] = await Promise.all([prompt.ask('Key ID: '), type('pk_sandbox_1\n')])
    const [secret] = await Promise.all([prompt.ask('Secret: ', { hidden: true }), type('sk_sandbox_1\n')])
    expect([keyId, secret]).toEqual(['pk_sandbox_1', 'sk_sandbox_1'])
    expect(screen).toContain('Key ID: ')
    expect(screen).toContain('pk_sandbox_1')
    expect(screen).toContain('Secret: ')
    expect(screen).not.toContain('sk_sandbox_1')
  })
})

describe('every command', () => {
  const type = async (...argv: string[]) => {
    let [out, err] = ['', '']
    const streams = {
      out: (text: string) => {
        out += text
      },
      err: (text: string) => {
        err += text
      },
      isTerminal: false,
    }
    const env = { FREEHOLD_PROFILE: '/nonexistent/profile.json' }
    const code = await main(argv, { env, streams, signal: new AbortController().signal, prompt: null })
    return { code, out, err }
  }

  it('has --help, and so has every group', async () => {
    for (const { name, options = {} } of COMMANDS) {
      const { code, out } = await type(...name.split(' '), '--help')
      expect([name, code, out]).toEqual([name, 0, expect.stringContaining(`Usage: freehold ${name}`)])
      for (const option of Object.keys(options)) expect(out).toContain(`--${option}`)
    }
    for (const group of ['events', 'webhooks', 'sandbox', 'operator']) {
      const { code, out } = await type(group, '--help')
      expect([code, out]).toEqual([0, expect.stringContaining(`Usage: freehold ${group} COMMAND`)])
      expect((await type('help', group)).out).toBe(out)
    }
    expect((await type('help', 'orders')).out).toBe((await type('orders', '-h')).out)
  })

  it('is in the completion scripts, with its options', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { out } = await type('completion', shell)
      for (const { name, options = {} } of COMMANDS)
        for (const word of [...name.split(' '), ...Object.keys(options)]) expect(out).toContain(word)
    }
  })

  it('reports errors as one JSON object on stderr under --json', async () => {
    for (const argv of [['serch'], ['orders', '--colour'], ['quote'], ['search', 'coffee']]) {
      const { code, out, err } = await type(...argv, '--json')
      expect([code, out]).toEqual([2, ''])
      expect(JSON.parse(err)).toEqual({
        error: {
          code: 'usage_error',
          message: expect.any(String),
          reason: null,
          details: [],
          request_id: null,
          status: null,
        },
      })
    }
  })

  it('checks an event type before it waits for events', async () => {
    const { code, err } = await type('events', 'tail', '--type', 'bogus')
    expect([code, err]).toEqual([2, expect.stringContaining('Unknown event type "bogus". Use one of: order.recorded')])
  })
})
