// Small pages for people, made on the server: no script, nothing loaded from elsewhere, nothing kept in caches.
import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!)

const STYLE = `:root{color-scheme:light dark;--ink:#17202a;--soft:#5b6673;--line:#dfe4ea;--paper:#fff;--accent:#0b6e4f}
@media(prefers-color-scheme:dark){:root{--ink:#e8edf2;--soft:#9aa7b4;--line:#2c3640;--paper:#12171c;--accent:#4fd1a1}}
*{box-sizing:border-box}body{margin:0;font:17px/1.6 system-ui,sans-serif;color:var(--ink);background:var(--paper)}
main{max-width:38rem;margin:0 auto;padding:3rem 1.25rem 5rem}h1{font-size:1.7rem;line-height:1.25;margin:0 0 .5rem;overflow-wrap:anywhere}
p{margin:.4rem 0 1rem}.soft,time{color:var(--soft)}.state{display:inline-block;border:1px solid var(--accent);color:var(--accent);border-radius:99px;padding:.1rem .8rem}
ol{list-style:none;margin:2rem 0;padding:0}li{border-left:2px solid var(--line);padding:0 0 1.1rem 1rem;overflow-wrap:anywhere}time{display:block;font-size:.85rem}a{color:var(--accent)}
label{display:block;margin:.9rem 0}input{display:block;width:100%;font:inherit;color:inherit;background:transparent;border:1px solid var(--soft);border-radius:8px;padding:.55rem .7rem;margin-top:.25rem}
button{font:inherit;cursor:pointer;border:1px solid var(--accent);border-radius:8px;padding:.5rem 1.2rem;margin:.4rem .6rem .4rem 0;background:var(--accent);color:var(--paper)}button.plain{background:transparent;color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}.note{border-left:4px solid #c62828;padding:.4rem .8rem}`

const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`
const policy = (forms: readonly string[]): string =>
  `default-src 'none'; style-src ${STYLE_HASH}; base-uri 'none'; form-action ${forms.join(' ')}; frame-ancestors 'none'`

/** Where the forms of a page lead, the redirects that answer them included: browsers hold those to the policy, too. */
export type PageOptions = { forms?: readonly ["'self'", ...string[]] }

/** `body` is HTML: whoever makes it escapes what it puts in. */
export const sendPage = (
  reply: FastifyReply,
  status: number,
  title: string,
  body: string,
  { forms }: PageOptions = {},
): FastifyReply =>
  reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy(forms ?? ["'none'"]))
    .header('cache-control', 'no-store')
    // Addresses of such pages may carry a token; it must not travel on. A form must still be able to say whose it is.
    .header('referrer-policy', forms ? 'same-origin' : 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`,
    )
