// Resources for agents: the TLD table, the guides and the glossary, as text that a client can put into a model's context.
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import { type Asker, callPublicRoute } from '../http/call-route.ts'
import { publicRoutes as registryPublic } from '../modules/registry/routes.public.ts'
import { isTaxAdded } from '../modules/tax/index.ts'
import { formatPrice, writeTaxNote } from './texts.ts'
import { findRoute } from './tool.ts'

/** A page of the documentation. */
export type Reading = { path: string; title: string; summary: string; markdown: string }

const TLDS = findRoute(registryPublic, 'tlds.list')
const TLD_TABLE = 'freehold://tlds'
const GLOSSARY = 'freehold://glossary'
const GUIDE = 'freehold://guides/{name}'

type OfferedTld = {
  tld: string
  register_cents: number | null
  renew_cents: number | null
  transfer_cents: number | null
}

const writeCents = (cents: number | null): string => (cents === null ? '–' : formatPrice(cents, 'USD'))

async function writeTldTable(asker: Asker): Promise<string> {
  const { tlds } = (await callPublicRoute(TLDS, {}, asker)) as { tlds: OfferedTld[] }
  const rows = tlds.map(
    (one) =>
      `| ${one.tld} | ${writeCents(one.register_cents)} | ${writeCents(one.renew_cents)} | ${writeCents(one.transfer_cents)} |`,
  )
  const note = writeTaxNote(await isTaxAdded(asker.deps)).trim()
  const head = ['| TLD | register | renew | transfer |', '| --- | --- | --- | --- |']
  return [...head, ...rows, ...(note === '' ? [] : ['', note]), ''].join('\n')
}

const MARKDOWN = 'text/markdown'

const getName = ({ path }: Reading): string => path.split('/').at(-1) ?? ''
const isGuide = ({ path }: Reading): boolean => path.startsWith('/docs/guides/')

export function registerResources(server: McpServer, asker: Asker, readings: readonly Reading[]): void {
  const send = (uri: URL, text: string) => ({ contents: [{ uri: uri.href, mimeType: MARKDOWN, text }] })
  server.registerResource(
    'tlds',
    TLD_TABLE,
    { title: 'TLD prices', description: 'Every TLD on offer with its prices for one year.', mimeType: MARKDOWN },
    async (uri) => send(uri, await writeTldTable(asker)),
  )
  const glossary = readings.find((one) => getName(one) === 'glossary')
  if (glossary)
    server.registerResource(
      'glossary',
      GLOSSARY,
      { title: glossary.title, description: 'The terms of the marketplace.', mimeType: MARKDOWN },
      async (uri) => send(uri, glossary.markdown),
    )
  const guides = readings.filter(isGuide)
  const list = async () => ({
    resources: guides.map((guide) => ({
      uri: GUIDE.replace('{name}', getName(guide)),
      name: getName(guide),
      title: guide.title,
      description: guide.summary,
      mimeType: MARKDOWN,
    })),
  })
  server.registerResource(
    'guides',
    new ResourceTemplate(GUIDE, { list }),
    { title: 'Guides', description: 'The guides of the marketplace.', mimeType: MARKDOWN },
    async (uri, { name }) => {
      const guide = guides.find((one) => getName(one) === name)
      if (!guide) throw new ResourceNotFoundError(uri.href)
      return send(uri, guide.markdown)
    },
  )
}
