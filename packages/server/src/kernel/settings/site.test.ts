// Settings of the footer: URLs, Markdown files, and what stops the start.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readSiteSettings } from './site.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'freehold-site-'))
writeFileSync(path.join(folder, 'terms.md'), '# Terms\n')
writeFileSync(path.join(folder, 'empty.md'), ' \n')

it('has nothing without settings', () => {
  expect(readSiteSettings({}, folder)).toEqual({ terms: null, privacy: null, statusUrl: null })
})

it('reads URLs, and files from the folder of the project', () => {
  const env = { TERMS_FILE: 'terms.md', PRIVACY_URL: 'https://legal.example/p', STATUS_URL: 'https://status.example' }
  expect(readSiteSettings(env, folder)).toEqual({
    terms: { href: '/terms', markdown: '# Terms\n' },
    privacy: { href: 'https://legal.example/p', markdown: null },
    statusUrl: 'https://status.example',
  })
})

it.each([
  [{ STATUS_URL: 'http://status.example' }, 'STATUS_URL must be an https URL'],
  [{ TERMS_URL: 'javascript:alert(1)' }, 'TERMS_URL must be an https URL'],
  [{ TERMS_FILE: 'missing.md' }, 'TERMS_FILE cannot be read'],
  [{ PRIVACY_FILE: 'empty.md' }, 'PRIVACY_FILE must be a Markdown file'],
  [{ TERMS_URL: 'https://legal.example', TERMS_FILE: 'terms.md' }, 'Set TERMS_URL or TERMS_FILE, not both.'],
])('rejects %j', (env, message) => expect(() => readSiteSettings(env, folder)).toThrow(message))
