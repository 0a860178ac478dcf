// A whole document: head, the rendered page, what the browser needs to bring it to life.
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { assetsFor } from './assets.ts'
import { type PageContext, ROOT_ID, STATE_ID } from './context.ts'
import { PAGES, type PageModule, type PageName, type PropsOf } from './pages/pages.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!)

/** Inside a script element nothing may look like its end. */
const stateJson = (state: object): string => JSON.stringify(state).replaceAll('<', '\\u003c')

/** Beside the page itself: how it refreshes without a script, what stands in its head for others to read. */
export type DocumentOptions = {
  refreshSeconds?: number
  /** Scripts of others that a page needs, such as a payment service's own form. */
  scripts?: readonly string[]
  canonical?: string
  noscriptUrl?: string
}

export function renderPage<Name extends PageName>(
  name: Name,
  props: PropsOf<Name>,
  context: PageContext,
  options: DocumentOptions = {},
): string {
  const { kind, module } = PAGES[name] as unknown as { kind: keyof typeof SOURCES; module: PageModule<PropsOf<Name>> }
  const { Page } = module
  const assets = assetsFor(kind, SOURCES[kind](name))
  const render = kind === 'hosted' ? renderToStaticMarkup : renderToString
  const body = kind === 'app' ? '' : render(<Page props={props} context={context} />)
  const description = module.description?.(props)
  const head = [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeHtml(module.title(props))}</title>`,
    description && `<meta name="description" content="${escapeHtml(description)}">`,
    options.canonical && `<link rel="canonical" href="${escapeHtml(options.canonical)}">`,
    options.refreshSeconds && `<meta http-equiv="refresh" content="${options.refreshSeconds}">`,
    options.noscriptUrl &&
      `<noscript><meta http-equiv="refresh" content="0; url=${escapeHtml(options.noscriptUrl)}"></noscript>`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    ...assets.fonts.map((font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`),
    ...assets.styles.map((style) => `<link rel="stylesheet" href="${style}">`),
    ...assets.preloads.map((script) => `<link rel="modulepreload" href="${script}">`),
    ...(options.scripts ?? []).map((script) => `<script src="${escapeHtml(script)}"></script>`),
    ...assets.scripts.map((script) => `<script type="module" src="${script}"></script>`),
  ]
  const state =
    kind === 'hosted'
      ? ''
      : `<script type="application/json" id="${STATE_ID}">${stateJson({ name, props, context })}</script>`
  const without = kind === 'app' ? `<noscript>${WITHOUT_SCRIPT}</noscript>` : ''
  return `<!doctype html><html lang="en"><head>${head.filter(Boolean).join('')}</head><body><div id="${ROOT_ID}">${body}</div>${without}${state}</body></html>`
}

/** A workplace is made by its script. */
const WITHOUT_SCRIPT =
  '<main class="wrap page narrow"><h1>This page needs JavaScript</h1><p>Buying, signing in and consent work without it; your account, the portal and the console do not. What is in them is also in the API.</p><form method="post" action="/sign-out"><button class="button button--plain">Sign out</button></form></main>'

/** Where a page's own script comes from. */
const SOURCES = {
  hosted: () => null,
  public: (name: string) => `pages/public/${name}.tsx`,
  app: () => null,
}
