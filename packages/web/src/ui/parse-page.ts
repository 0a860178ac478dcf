// Reads a page of this service as a document, without showing it.

/** The policy of the page that is shown allows its own styles only: a browser would report those of another page. */
function removeStyles(html: string): string {
  const end = html.indexOf('</style>')
  return end < 0 ? html : html.slice(0, html.indexOf('<style>')) + html.slice(end)
}

export const parsePage = (html: string): Document => new DOMParser().parseFromString(removeStyles(html), 'text/html')
