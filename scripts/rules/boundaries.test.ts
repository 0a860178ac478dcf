// The boundary check must fail on every kind of forbidden import. `npm run check` runs it on this project.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const project = fileURLToPath(new URL('../..', import.meta.url))
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

type Report = { seen: number; violations: { rule: string; from: string; to: string }[] }

function check(...args: string[]): { status: number | null; report: Report } {
  const done = spawnSync(process.execPath, ['scripts/rules/boundaries.mjs', '--json', ...args], {
    cwd: project,
    encoding: 'utf8',
  })
  if (done.stdout === '') throw new Error(done.stderr)
  return { status: done.status, report: JSON.parse(done.stdout) as Report }
}

const S = 'packages/server/src'
const M = `${S}/modules`
const W = 'packages/web/src'

/** A small house that keeps every rule; the planted files import from it. */
const SOUND: Record<string, string> = {
  [`${S}/kernel/money.ts`]: `import 'node:crypto'\nimport 'tldts'\nimport 'tr46'\nexport const money = 1\n`,
  [`${S}/config.ts`]: `export const config = 1\n`,
  [`${S}/db/sql.ts`]: `import 'pg'\nimport '../kernel/money.ts'\nexport const sql = 1\n`,
  [`${S}/deps.ts`]: `import type { sql } from './db/sql.ts'\nimport type { http } from './http/pipeline.ts'\nexport type Deps = [typeof sql, typeof http]\n`,
  [`${S}/jobs/queue.ts`]: `import '../db/sql.ts'\nexport const queue = 1\n`,
  [`${S}/http/pipeline.ts`]: `import type { Deps } from '../deps.ts'\nimport '../db/sql.ts'\nexport const http = 1 as Deps | 1\n`,
  [`${S}/integrations/mail.ts`]: `import '../kernel/money.ts'\nexport type Mail = 1\nexport const mail = 1\n`,
  [`${M}/accounts/rules.ts`]: `import '@node-rs/argon2'\nimport '../../kernel/money.ts'\nexport const hash = 1\n`,
  [`${M}/accounts/service.ts`]: `import './rules.ts'\nexport const accounts = 1\n`,
  [`${M}/accounts/index.ts`]: `export { accounts } from './service.ts'\n`,
  [`${M}/catalog/rules.ts`]: `export const rules = 1\n`,
  [`${M}/catalog/store.ts`]: `import './rules.ts'\nimport '../../db/sql.ts'\nexport const store = 1\n`,
  [`${M}/catalog/service.ts`]: `import type { Mail } from '../../integrations/mail.ts'\nimport './store.ts'\nexport const catalog = 1 as Mail\n`,
  [`${M}/catalog/routes.partner.ts`]: `import './service.ts'\nimport '../../http/pipeline.ts'\nexport const routes = 1\n`,
  [`${M}/catalog/index.ts`]: `export { catalog } from './service.ts'\n`,
  [`${M}/quotes/service.ts`]: `import '../catalog/index.ts'\nexport const quotes = 1\n`,
  [`${M}/quotes/index.ts`]: `export { quotes } from './service.ts'\n`,
  [`${S}/pages/shop.ts`]: `import '../http/page.ts'\nimport '../modules/accounts/index.ts'\nexport const shop = 1\n`,
  [`${S}/pages/assets.ts`]: `import '@freehold/web'\n`,
  [`${S}/agents/tools.ts`]: `import '../modules/catalog/routes.partner.ts'\nexport const tools = 1\n`,
  [`${S}/areas/partner.ts`]: `import '../modules/catalog/routes.partner.ts'\nimport '../modules/accounts/index.ts'\nimport '../agents/tools.ts'\n`,
  [`${S}/app.ts`]: `import './areas/partner.ts'\nimport './pages/shop.ts'\nexport const app = 1\n`,
  [`${S}/service.ts`]: `import './app.ts'\nimport './integrations/mail.ts'\n`,
  [`${S}/commands/serve.ts`]: `import '../service.ts'\nimport '../modules/catalog/index.ts'\n`,
  [`${S}/main.ts`]: `import './commands/serve.ts'\n`,
  [`${S}/index.ts`]: `import './main.ts'\n`,
  'packages/epp/src/index.ts': `import 'saxes'\nexport const epp = 1\n`,
  [`${S}/integrations/registrar.ts`]: `import '@freehold/epp'\n`,
  'packages/search/src/index.ts': `import 'stemmer'\nexport const search = 1\n`,
  'packages/sdk/src/index.ts': `export const sdk = 1\n`,
  'packages/cli/src/index.ts': `import '@freehold/sdk'\n`,
  [`${S}/http/page.ts`]: `import '@freehold/web'\n`,
  [`${W}/context.ts`]: `export const context = 1\n`,
  [`${W}/ui/button.tsx`]: `export const Button = () => <b className="x" />\n`,
  [`${W}/api/client.ts`]: `import '@freehold/sdk'\nexport const call = 1\n`,
  [`${W}/enhance/refresh.ts`]: `import '../ui/button.tsx'\n`,
  [`${W}/frames/site-frame.tsx`]: `import '../context.ts'\nimport '../ui/button.tsx'\nexport const Frame = 1\n`,
  [`${W}/features/orders/status.tsx`]: `import '../../api/client.ts'\nimport '../../ui/button.tsx'\nexport const Status = 1\n`,
  [`${W}/pages/public/home.tsx`]: `import '../../features/orders/status.tsx'\nimport '../../frames/site-frame.tsx'\n`,
  [`${W}/index.ts`]: `import './pages/public/home.tsx'\nexport const render = 1\n`,
}

/** Each planted file, what it imports, and the rule that must answer. */
const PLANTED: [rule: string, file: string, text: string][] = [
  ['kernel-is-pure', `${S}/kernel/a.ts`, `import 'pg'`],
  ['kernel-is-pure', `${S}/kernel/b.ts`, `import '../db/sql.ts'`],
  ['layer-kernel', `${S}/kernel/c.ts`, `import type { Deps } from '../deps.ts'\nexport type D = Deps`],
  ['layer-integrations', `${S}/integrations/a.ts`, `import '../db/sql.ts'`],
  ['layer-config', `${S}/config.ts`, `import './db/sql.ts'`],
  ['layer-db', `${S}/db/a.ts`, `import '../http/pipeline.ts'`],
  [
    'layer-deps',
    `${S}/deps.ts`,
    `import type { quotes } from './modules/quotes/index.ts'\nexport type Deps = typeof quotes`,
  ],
  ['layer-jobs', `${S}/jobs/a.ts`, `import '../http/pipeline.ts'`],
  ['layer-http', `${S}/http/a.ts`, `import '../modules/catalog/index.ts'`],
  ['layer-modules', `${M}/catalog/a.ts`, `import '../../areas/partner.ts'`],
  ['layer-modules', `${M}/catalog/c.ts`, `import '../../pages/shop.ts'`],
  ['layer-http', `${S}/http/d.ts`, `import '../pages/shop.ts'`],
  ['layer-pages', `${S}/pages/a.ts`, `import '../areas/partner.ts'`],
  ['layer-pages', `${S}/pages/b.ts`, `import '../agents/tools.ts'`],
  ['layer-agents', `${S}/agents/a.ts`, `import '../areas/partner.ts'`],
  ['layer-areas', `${S}/areas/a.ts`, `import '../app.ts'`],
  ['layer-areas', `${S}/areas/d.ts`, `import '../pages/shop.ts'`],
  ['layer-wiring', `${S}/app.ts`, `import './commands/serve.ts'`],
  ['nothing-imports-main', `${S}/commands/a.ts`, `import '../main.ts'`],
  ['module-accounts', `${M}/accounts/a.ts`, `import '../catalog/index.ts'`],
  ['module-accounts', `${M}/accounts/b.ts`, `export type C = typeof import('../catalog/index.ts').catalog`],
  ['module-accounts', `${M}/accounts/c.ts`, `export type C = import('../catalog/index.ts').Catalog`],
  ['module-catalog', `${M}/catalog/b.ts`, `import '../quotes/index.ts'`],
  ['module-quotes', `${M}/quotes/a.ts`, `import '../catalog/service.ts'`],
  ['rules-are-pure-catalog', `${M}/catalog/rules.ts`, `import '../../db/sql.ts'`],
  ['rules-are-pure-catalog', `${M}/catalog/rules/price.ts`, `import '../store.ts'`],
  ['rules-are-pure-quotes', `${M}/quotes/rules.ts`, `import '@node-rs/argon2'`],
  ['rules-are-pure-orders', `${M}/orders/rules.ts`, `import 'node:fs'`],
  ['rules-are-pure-quotes', `${M}/quotes/rules/token.ts`, `import '../../catalog/index.ts'`],
  ['rules-are-pure-catalog', `${M}/catalog/rules/terms.ts`, `import '../../quotes/rules.ts'`],
  ['stores-know-only-db', `${M}/catalog/store/imports.ts`, `import '../service.ts'`],
  ['stores-know-only-db', `${M}/quotes/store.ts`, `import type { Deps } from '../../deps.ts'\nexport type D = Deps`],
  ['stores-know-only-db', `${M}/orders/store.ts`, `import '../../http/pipeline.ts'`],
  ['stores-know-only-db', `${M}/orders/store/refund.ts`, `import '../service.ts'`],
  [
    'services-know-no-http',
    `${M}/orders/service.ts`,
    `import type { http } from '../../http/pipeline.ts'\nexport type H = typeof http`,
  ],
  ['services-know-no-http', `${M}/orders/service/refund.ts`, `import '../../../http/pipeline.ts'`],
  ['services-know-no-http', `${M}/domains/service.ts`, `import './views/domain.ts'`],
  ['services-know-no-http', `${M}/search/service.ts`, `import './http.ts'`],
  ['routes-are-mounted-from-above', `${M}/catalog/jobs.ts`, `import './routes.partner.ts'`],
  ['modules-have-one-door', `${S}/areas/b.ts`, `import '../modules/catalog/store.ts'`],
  ['modules-have-one-door', `${S}/pages/c.ts`, `import '../modules/catalog/service.ts'`],
  ['modules-have-one-door', `${S}/agents/b.ts`, `import '../modules/catalog/service.ts'`],
  ['modules-have-one-door', `${S}/commands/b.ts`, `import '../modules/catalog/service.ts'`],
  [
    'integrations-arrive-in-deps',
    `${M}/orders/jobs.ts`,
    `import { mail } from '../../integrations/mail.ts'\nexport const m = mail`,
  ],
  [
    'integrations-arrive-in-deps',
    `${S}/pages/d.ts`,
    `import { mail } from '../integrations/mail.ts'\nexport const m = mail`,
  ],
  ['no-unresolved', `${S}/http/b.ts`, `import './nowhere.ts'`],
  ['no-cycles', `${S}/jobs/b.ts`, `import './c.ts'\nexport const b = 1`],
  ['server-knows-epp-search-and-pages', `${S}/areas/c.ts`, `import '@freehold/sdk'`],
  ['rendering-is-http', `${M}/orders/pages.ts`, `import '@freehold/web'`],
  ['rendering-is-http', `${S}/pages/e.ts`, `import '@freehold/web'`],
  ['pages-have-one-door', `${S}/http/c.ts`, `import '../../../web/src/ui/button.tsx'`],
  ['web-ui', `${W}/ui/a.tsx`, `import '../api/client.ts'`],
  ['web-api', `${W}/api/a.ts`, `import '../ui/button.tsx'`],
  ['web-enhance', `${W}/enhance/a.ts`, `import '../features/orders/status.tsx'`],
  ['web-frames', `${W}/frames/a.tsx`, `import '../features/orders/status.tsx'`],
  ['web-features', `${W}/features/orders/a.tsx`, `import '../../pages/public/home.tsx'\nexport const A = () => <b />`],
  ['features-stand-alone', `${W}/features/brokerage/a.tsx`, `import '../orders/status.tsx'`],
  ['web-pages', `${W}/pages/public/a.tsx`, `import '../../index.ts'`],
  ['epp-is-an-integration', `${M}/orders/epp.ts`, `import '@freehold/epp'`],
  ['epp-stands-alone', 'packages/epp/src/a.ts', `import '@freehold/server'`],
  ['search-stands-alone', 'packages/search/src/a.ts', `import '@freehold/server'`],
  ['sdk-stands-alone', 'packages/sdk/src/a.ts', `import 'pg'`],
  ['sdk-stands-alone', 'packages/sdk/src/b.ts', `import '@freehold/server'`],
  ['cli-knows-only-sdk', 'packages/cli/src/a.ts', `import '@freehold/server'`],
  ['web-knows-only-sdk', 'packages/web/src/a.ts', `import '../../server/src/app.ts'`],
  ['unknown-module', `${M}/gadgets`, ''],
]
/** What a planted file needs beside it. */
const BESIDE: Record<string, string> = {
  [`${S}/jobs/c.ts`]: `import { b } from './b.ts'\nexport const c = b\n`,
  [`${M}/gadgets/rules.ts`]: 'export const gadget = 1\n',
  [`${M}/domains/views/domain.ts`]: 'export const view = 1\n',
  [`${M}/search/http.ts`]: 'export const http = 1\n',
}

function write(root: string, files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
}

function plant(files: Record<string, string>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'freehold-boundaries-'))
  folders.push(root)
  write(root, { ...SOUND, ...files })
  mkdirSync(path.join(root, 'node_modules/@freehold'), { recursive: true })
  for (const name of readdirSync(path.join(project, 'node_modules')))
    if (name !== '@freehold' && !name.startsWith('.'))
      symlinkSync(path.join(project, 'node_modules', name), path.join(root, 'node_modules', name))
  for (const name of ['server', 'epp', 'sdk', 'search', 'cli', 'web']) {
    const exports = { '.': { 'freehold-source': './src/index.ts' } }
    write(root, {
      [`packages/${name}/package.json`]: JSON.stringify({ name: `@freehold/${name}`, version: '0.0.0', exports }),
    })
    symlinkSync(path.join(root, 'packages', name), path.join(root, 'node_modules/@freehold', name))
  }
  return root
}

describe('the boundary check', () => {
  it('lets a sound tree pass, types through cycles and integrations included', () => {
    const { status, report } = check('--root', plant({}))
    expect(report.violations).toEqual([])
    expect(report.seen).toBe(Object.keys(SOUND).length)
    expect(status).toBe(0)
  })

  it('finds imports that are allowed and unused', () => {
    const files = {
      [`${M}/watches/service.ts`]: `import '../catalog/index.ts'\nimport '../registry/rules.ts'\n`,
      [`${M}/watches/service.test.ts`]: `import '../mail/index.ts'\n`,
      [`${M}/mail/index.ts`]: `export const mail = 1\n`,
      [`${M}/registry/rules.ts`]: `export const registry = 1\n`,
    }
    const { status, report } = check('--root', plant(files), '--unused')
    const unused = (start: string) =>
      report.violations.filter(({ rule, to }) => rule === 'unused-right' && to.startsWith(start)).map(({ to }) => to)
    expect(unused('watches →')).toEqual(['watches → mail', 'watches → tax'])
    expect(unused('jobs →')).toEqual(['jobs → kernel', 'jobs → deps'])
    expect(unused('frames →')).toEqual([])
    expect(unused('features →')).toEqual(['features → context'])
    expect(status).toBe(1)
  })

  const files = Object.fromEntries(
    PLANTED.filter(([, , text]) => text !== '').map(([, file, text]) => [file, `${text}\n`]),
  )
  const planted = check('--root', plant({ ...files, ...BESIDE }))

  it('ends with an error when something is wrong', () => {
    expect(planted.status).toBe(1)
  })

  it.each(PLANTED)('%s: refuses what %s imports', (rule, file) => {
    expect(planted.report.violations.filter(({ from }) => from === file).map((one) => one.rule)).toContain(rule)
  })
})
