// What the operator publishes about the site: terms, privacy policy and status page, for the footer of every page.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ConfigError, type Env } from './values.ts'

/** Where a text is, and the text itself if this service shows it. */
export type SiteText = { href: string; markdown: string | null }
export type SiteSettings = { terms: SiteText | null; privacy: SiteText | null; statusUrl: string | null }

const TEXT_BYTES_MAX = 512 * 1024

function readUrl(env: Env, name: string): string | null {
  const text = env[name] || null
  if (text !== null && !(/^https:\/\/\S+$/.test(text) && URL.canParse(text)))
    throw new ConfigError(`${name} must be an https URL, not "${text}".`)
  return text
}

function readMarkdown(file: string, name: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`${name} cannot be read: ${(error as Error).message}.`)
  }
  if (text.trim() === '' || text.length > TEXT_BYTES_MAX)
    throw new ConfigError(`${name} must be a Markdown file with at most 512 KiB that is not empty.`)
  return text
}

/** `TERMS_URL` is a page elsewhere, `TERMS_FILE` a Markdown file that this service shows at /terms. */
function readText(
  env: Env,
  root: string,
  href: string,
  [urlName, fileName]: readonly [string, string],
): SiteText | null {
  const url = readUrl(env, urlName)
  const file = env[fileName]
  if (url !== null && file) throw new ConfigError(`Set ${urlName} or ${fileName}, not both.`)
  if (url !== null) return { href: url, markdown: null }
  return file ? { href, markdown: readMarkdown(path.resolve(root, file), fileName) } : null
}

export const readSiteSettings = (env: Env, root: string): SiteSettings => ({
  terms: readText(env, root, '/terms', ['TERMS_URL', 'TERMS_FILE']),
  privacy: readText(env, root, '/privacy', ['PRIVACY_URL', 'PRIVACY_FILE']),
  statusUrl: readUrl(env, 'STATUS_URL'),
})

/** Who issues statements. The lines of the address are separated by line breaks or vertical bars. */
export type Issuer = { name: string; address: string[] }

export const readIssuer = (env: Env): Issuer => ({
  name: env.ISSUER_NAME?.trim() || 'Freehold',
  address: (env.ISSUER_ADDRESS ?? '').split(/[\n|]/).flatMap((line) => line.trim() || []),
})
