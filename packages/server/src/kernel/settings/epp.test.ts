// The settings of EPP: what is accepted, and what stops startup without showing a password.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createCertificate } from '@freehold/epp/simulator'
import { afterAll, describe, expect, it } from 'vitest'
import { parseEppUrl, readEppSettings } from './epp.ts'

const root = mkdtempSync(path.join(tmpdir(), 'freehold-epp-settings-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const { cert, key } = createCertificate()
writeFileSync(path.join(root, 'cert.pem'), cert)
writeFileSync(path.join(root, 'key.pem'), key)

const BASE = { EPP_URL: 'epps://registry.example', EPP_USER: 'market', EPP_PASSWORD: 'very-Secret1' }
const read = (more: Record<string, string>) => readEppSettings({ ...BASE, ...more }, root)

describe('the settings of EPP', () => {
  it('are null without EPP_URL', () => {
    expect(readEppSettings({}, root)).toBe(null)
  })

  it('have the port of EPP and five sessions unless others are set', () => {
    expect(read({})).toEqual({
      host: 'registry.example',
      port: 700,
      user: 'market',
      password: 'very-Secret1',
      certificate: null,
      ca: null,
      sessions: 5,
    })
  })

  it('read certificates and the key from files', () => {
    const files = { EPP_CERT: 'cert.pem', EPP_KEY: 'key.pem', EPP_CA: path.join(root, 'cert.pem') }
    expect(read({ ...files, EPP_SESSIONS: '12' })).toMatchObject({ certificate: { cert, key }, ca: cert, sessions: 12 })
  })

  it.each([
    ['epps://registry.example:7700', { host: 'registry.example', port: 7700 }],
    ['epps://[::1]:7700/', { host: '::1', port: 7700 }],
    ['epp://registry.example', null],
    ['https://registry.example', null],
    ['epps://market:secret@registry.example', null],
    ['epps://registry.example/path', null],
    ['epps://', null],
    ['registry.example:700', null],
  ])('read the URL %s', (text, expected) => {
    expect(parseEppUrl(text)).toEqual(expected)
  })

  it.each([
    [{ EPP_URL: 'https://registry.example' }, 'EPP_URL must have the form'],
    [{ EPP_USER: '' }, 'EPP_URL needs EPP_USER and EPP_PASSWORD.'],
    [{ EPP_PASSWORD: '' }, 'EPP_URL needs EPP_USER and EPP_PASSWORD.'],
    [{ EPP_URL: '' }, 'EPP_USER and EPP_PASSWORD need EPP_URL.'],
    [{ EPP_CERT: 'cert.pem' }, 'Set both EPP_CERT and EPP_KEY, or neither.'],
    [{ EPP_CERT: 'key.pem', EPP_KEY: 'key.pem' }, 'EPP_CERT must be a PEM file with a certificate.'],
    [{ EPP_CA: 'missing.pem' }, 'EPP_CA cannot be read'],
    [{ EPP_SESSIONS: '0' }, 'EPP_SESSIONS must be an integer from 1 to 100'],
  ])('refuse %j and do not show the password', (more, problem) => {
    let message = ''
    try {
      read(more)
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).toContain(problem)
    expect(message).not.toContain('very-Secret1')
  })
})
