// Which addresses count as one client.
import { describe, expect, it } from 'vitest'
import { createSecretBox } from '../secret-box.ts'
import { digestNetwork, toNetwork } from './client-network.ts'

describe('toNetwork', () => {
  it('keeps an IPv4 address, also when it arrives mapped into IPv6', () => {
    expect(toNetwork('192.0.2.7')).toBe('192.0.2.7')
    expect(toNetwork('::ffff:192.0.2.7')).toBe('192.0.2.7')
    expect(toNetwork('::FFFF:192.0.2.7')).toBe('192.0.2.7')
  })

  it('reduces an IPv6 address to its /64, in every spelling', () => {
    for (const address of [
      '2001:db8:1:2::1',
      '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff',
      '2001:db8:1:2:0:0:0:9%eth0',
      '2001:db8:1:2::192.0.2.1',
    ])
      expect(toNetwork(address)).toBe('2001:db8:1:2::/64')
    expect(toNetwork('::1')).toBe('0:0:0:0::/64')
    expect(toNetwork('2001:db8::1:0:0:0:5')).toBe('2001:db8:0:1::/64')
    expect(toNetwork('2001:db8::')).toBe('2001:db8:0:0::/64')
  })

  it('tells neighboring networks apart', () => {
    expect(toNetwork('2001:db8:1:3::1')).not.toBe(toNetwork('2001:db8:1:2::1'))
    expect(toNetwork('192.0.2.8')).not.toBe(toNetwork('192.0.2.7'))
  })

  it('leaves what is not an address as it is', () => {
    expect(toNetwork('unknown')).toBe('unknown')
    expect(toNetwork('')).toBe('')
  })
})

describe('digestNetwork', () => {
  const box = (fill: number) => createSecretBox(Buffer.alloc(32, fill))

  it('is the same for every address of a network, and shows nothing of it', () => {
    const secrets = box(1)
    const digest = digestNetwork(secrets, '2001:db8:1:2::1')
    expect(digestNetwork(secrets, '2001:db8:1:2::ffff')).toBe(digest)
    expect(digestNetwork(secrets, '2001:db8:1:3::1')).not.toBe(digest)
    expect(digest).toMatch(/^[\w-]{43}$/)
  })

  it('is another one under another key', () => {
    expect(digestNetwork(box(1), '192.0.2.7')).not.toBe(digestNetwork(box(2), '192.0.2.7'))
  })
})
