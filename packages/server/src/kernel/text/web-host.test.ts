// What may stand as a host in an address that somebody gives us.
import { describe, expect, it } from 'vitest'
import { withoutSecrets } from '../secret-box.ts'
import { isLoopbackHost, isPlainHost } from './web-host.ts'

describe('a host', () => {
  it.each(['shop.example', 'a', 'xn--caf-dma.example', '127.0.0.1', '[::1]', 'localhost', 'a-b.example.'])(
    '%s is one',
    (host) => {
      expect(isPlainHost(host)).toBe(true)
    },
  )

  // All of these pass through URL.
  it.each(['a;frame-ancestors', 'a,b', "a'*", 'a*b', '-a', 'a-', 'a..b', '', '*', "'self'", 'a!b', 'a_b;'])(
    '%s is none',
    (host) => {
      expect(isPlainHost(host)).toBe(false)
    },
  )
})

describe('a loopback host', () => {
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.255.0.3', '::1', '[::1]', '[0:0::1]', '::ffff:127.0.0.1'])(
    '%s is one',
    (host) => {
      expect(isLoopbackHost(host)).toBe(true)
    },
  )

  it.each(['', '0.0.0.0', '::', '[::]', '128.0.0.1', '10.0.0.1', 'localhost.example', 'a.localhost.example', '127.1'])(
    '%s is none',
    (host) => {
      expect(isLoopbackHost(host)).toBe(false)
    },
  )
})

it('a secret that was written down by mistake is cut', () => {
  expect(withoutSecrets('/orders/sk_sandbox_abcDEF-12/x')).toBe('/orders/sk_sandbox_***/x')
  expect(withoutSecrets('/orders/ord_01h')).toBe('/orders/ord_01h')
  expect(withoutSecrets('/a%2Ffh_at_12ab%20op_34cd')).toBe('/a%2Ffh_at_***%20op_***')
  expect(withoutSecrets('/shop_12/task_live_34')).toBe('/shop_12/task_live_34')
})
