// A page that a form returned has the URL of the form. Here it gets its own, so that a reload sends nothing again.

export function showOwnPath(page: Document): void {
  const path = page.querySelector<HTMLElement>('[data-page-path]')?.dataset.pagePath
  if (path && path !== page.location.pathname) page.defaultView?.history.replaceState(null, '', path)
}
