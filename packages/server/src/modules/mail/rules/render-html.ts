// The HTML part of a message. Styles are inline, since many mail clients drop the others; the sheet adds dark colors and a small
// screen where the client reads it. Nothing is loaded from anywhere.
import { type MailBlock, type MailContent, toLine } from './content.ts'
import { buildLink, type LinkOptions, showContact } from './links.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
/** One escaped line. */
const show = (text: string): string => escapeHtml(toLine(text))

const SANS = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const SERIF = "font-family:'Iowan Old Style',Georgia,'Times New Roman',serif"

const SHEET = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) {
  .frame { padding: 20px 12px !important; }
  .card { padding: 24px 20px !important; }
  .label, .value { display: block !important; width: auto !important; }
  .label { padding: 10px 0 0 !important; border-bottom: 0 !important; }
  .value { padding: 2px 0 10px !important; }
  .button { display: block !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
  .page { background: #13140f !important; }
  .card { background: #1b1c17 !important; border-color: #34362d !important; }
  .ink { color: #f0eee6 !important; }
  .soft { color: #b0ad9f !important; }
  .accent { color: #6fcfa6 !important; }
  .button { background: #6fcfa6 !important; color: #06281b !important; }
  .line { border-color: #34362d !important; }
}
`

const renderFact = ([label, value]: readonly [string, string]): string => `
<tr>
<th scope="row" align="left" valign="top" class="label soft line" style="${SANS};width:34%;padding:9px 16px 9px 0;border-bottom:1px solid #e2ded4;font-size:14px;line-height:20px;font-weight:400;color:#5f5b50;text-align:left">${show(label)}</th>
<td valign="top" class="value ink line" style="${SANS};padding:9px 0;border-bottom:1px solid #e2ded4;font-size:14px;line-height:20px;color:#1c1b17;word-break:break-word;overflow-wrap:anywhere"><bdi>${show(value)}</bdi></td>
</tr>`

function renderButton(label: string, link: string): string {
  const url = escapeHtml(link)
  return `
<p style="margin:24px 0 12px"><a href="${url}" class="button" style="${SANS};display:inline-block;padding:12px 22px;border-radius:8px;background:#0b5d43;color:#ffffff;font-size:16px;line-height:24px;font-weight:600;text-decoration:none">${show(label)}</a></p>
<p class="soft" style="${SANS};margin:0 0 20px;font-size:13px;line-height:20px;color:#5f5b50;word-break:break-word;overflow-wrap:anywhere">Or open this link: <a href="${url}" class="accent" style="color:#0b5d43">${url}</a></p>`
}

const renderQuote = (text: string): string => {
  const lines = text.split(/\r\n|[\r\n]/).map(show)
  return `
<blockquote class="soft line" style="${SANS};margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid #e2ded4;font-size:16px;line-height:25px;color:#5f5b50;word-break:break-word;overflow-wrap:anywhere">${lines.join('<br>')}</blockquote>`
}

function renderBlock(block: MailBlock, options: LinkOptions): string {
  if (block.kind === 'facts')
    return `
<table width="100%" cellpadding="0" cellspacing="0" border="0" class="line" style="width:100%;margin:4px 0 20px;border-collapse:collapse;border-top:1px solid #e2ded4">${block.facts.map(renderFact).join('')}
</table>`
  if (block.kind === 'button') return renderButton(block.label, buildLink(block.path, options))
  if (block.kind === 'quote') return renderQuote(block.text)
  return `
<p class="ink" style="${SANS};margin:0 0 16px;font-size:16px;line-height:25px;color:#1c1b17;overflow-wrap:anywhere">${show(block.text)}</p>`
}

function renderContact(contact: string | null): string {
  if (contact === null) return ''
  return ` · <a href="${escapeHtml(contact)}" class="accent" style="color:#0b5d43">${show(showContact(contact))}</a>`
}

export function renderHtml({ subject, preview, blocks, reason }: MailContent, options: LinkOptions): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${show(subject)}</title>
<style>${SHEET}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#fbfaf7">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${show(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="page" style="width:100%;background:#fbfaf7">
<tr><td align="center" class="frame" style="padding:32px 16px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px">
<tr><td class="accent" style="${SERIF};padding:0 4px 16px;font-size:22px;line-height:28px;font-weight:600;color:#0b5d43">Freehold</td></tr>
<tr><td class="card" style="padding:32px 36px 20px;background:#ffffff;border:1px solid #e2ded4;border-radius:10px">
<h1 class="ink" style="${SERIF};margin:0 0 18px;font-size:26px;line-height:33px;font-weight:600;color:#1c1b17;overflow-wrap:anywhere">${show(subject)}</h1>${blocks.map((block) => renderBlock(block, options)).join('')}
</td></tr>
<tr><td class="soft" style="${SANS};padding:18px 4px 0;font-size:13px;line-height:20px;color:#5f5b50">Freehold · ${show(new URL(options.baseUrl).host)}${renderContact(options.contact)}<br>${show(reason)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}
