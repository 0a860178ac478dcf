// Renders a whole document: the head, the page and the state that the browser hydrates it from.
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { assetsFor, type PageAssets, readStyles } from './assets.ts'
import { type PageContext, ROOT_ID, STATE_ID } from './context.ts'
import { PAGES, type PageModule, type PageName, type PropsOf } from './pages/pages.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!)

/** Escapes `<`, so that no value can close the script element. */
const stateJson = (state: object): string => JSON.stringify(state).replaceAll('<', '\\u003c')

/** Options for the head of the document. */
export type DocumentOptions = {
  refreshSeconds?: number
  /** Third-party scripts that the page needs, such as the payment provider's form. */
  scripts?: readonly string[]
  canonical?: string
  noscriptUrl?: string
  /** JSON-LD for search engines: a data block, which no policy lets run. */
  structuredData?: object
  /** The URL of the image that a link to the page shows, 1200 by 630 pixels; otherwise the brand's. */
  image?: string
}

/** The surface of the header (`--surface`), for the frame of the browser. */
const THEME_COLORS = [
  '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff">',
  '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1b1c17">',
]

/** What a link to the page shows in chats and social networks. */
const socialTags = (
  title: string,
  description: string | undefined,
  { url, image }: { url: string; image?: string },
): string[] => [
  '<meta property="og:site_name" content="Freehold"><meta property="og:type" content="website">',
  `<meta property="og:title" content="${escapeHtml(title)}">`,
  description ? `<meta property="og:description" content="${escapeHtml(description)}">` : '',
  `<meta property="og:url" content="${escapeHtml(url)}">`,
  `<meta property="og:image" content="${escapeHtml(image ?? new URL('/social.png', url).href)}">`,
  '<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">',
  '<meta name="twitter:card" content="summary_large_image">',
]

/** `styleSource` is what a content security policy calls the styles in the document; null where there are none. */
export type RenderedPage = { html: string; styleSource: string | null }

/**
 * The fonts and the styles of the first paint are in the head. The whole sheet follows the text, before scripts run: it has the same
 * rules in the same order, and those of everything that a script may add. A page that is rendered in the browser waits for all of them.
 */
function placeStyles(kind: keyof typeof SOURCES, assets: PageAssets, body: string) {
  const links = assets.styles.map((style) => `<link rel="stylesheet" href="${style}">`).join('')
  if (links === '') return { first: '', last: '', styleSource: null }
  const { fonts, pick } = readStyles()
  const isWhole = kind === 'app'
  const { css, source } = isWhole ? fonts : pick(body)
  const inline = `<style>${css}</style>`
  return { first: isWhole ? inline + links : inline, last: isWhole ? '' : links, styleSource: source }
}

export function renderPage<Name extends PageName>(
  name: Name,
  props: PropsOf<Name>,
  context: PageContext,
  options: DocumentOptions = {},
): RenderedPage {
  const { kind, module } = PAGES[name] as unknown as { kind: keyof typeof SOURCES; module: PageModule<PropsOf<Name>> }
  const { Page } = module
  const assets = assetsFor(kind, SOURCES[kind](kind === 'app' ? context.path : name))
  const render = kind === 'hosted' ? renderToStaticMarkup : renderToString
  const body = render(<Page props={props} context={context} />)
  const description = module.description?.(props)
  const { first, last, styleSource } = placeStyles(kind, assets, body)
  const head = [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeHtml(module.title(props))}</title>`,
    description && `<meta name="description" content="${escapeHtml(description)}">`,
    options.canonical && `<link rel="canonical" href="${escapeHtml(options.canonical)}">`,
    options.refreshSeconds && `<meta http-equiv="refresh" content="${options.refreshSeconds}">`,
    options.noscriptUrl &&
      `<noscript><meta http-equiv="refresh" content="0; url=${escapeHtml(options.noscriptUrl)}"></noscript>`,
    ...(options.canonical
      ? socialTags(module.title(props), description, { url: options.canonical, image: options.image })
      : []),
    ...THEME_COLORS,
    options.structuredData && `<script type="application/ld+json">${stateJson(options.structuredData)}</script>`,
    '<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/site.webmanifest">',
    first,
    ...assets.fonts.map((font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`),
    ...(options.scripts ?? []).map((script) => `<script src="${escapeHtml(script)}"></script>`),
  ]
  // Behind everything else: they run when the document is complete, and would take its place on a slow line.
  const scripts = [
    ...assets.preloads.map((script) => `<link rel="modulepreload" href="${script}" fetchpriority="low">`),
    ...assets.scripts.map((script) => `<script type="module" src="${script}"></script>`),
  ].join('')
  const state =
    kind === 'hosted'
      ? ''
      : `<script type="application/json" id="${STATE_ID}">${stateJson({ name, props, context })}</script>`
  const without = kind === 'app' ? `<noscript>${WITHOUT_SCRIPT}</noscript>` : ''
  const theme = context.theme ? ` data-theme="${context.theme}"` : ''
  const html = `<!doctype html><html lang="en"${theme}><head>${head.filter(Boolean).join('')}</head><body>${without}<div id="${ROOT_ID}">${body}</div>${state}${last}${scripts}</body></html>`
  return { html, styleSource }
}

/** The pages of the account, portal and console are rendered in the browser. */
const WITHOUT_SCRIPT =
  '<main class="wrap page narrow"><h1>This page needs JavaScript</h1><p>Your account, the partner portal and the operator console need JavaScript. Turn it on and reload the page. You can buy domains, sign in and authorize applications without it.</p><form method="post" action="/sign-out"><button class="button button--plain">Sign out</button></form></main>'

/** The source file of each page's script. */
const SOURCES = {
  hosted: () => null,
  public: (name: string) => `pages/public/${name}.tsx`,
  app: (path: string) => `pages/${path.split('/')[1]}/routes.tsx`,
}
