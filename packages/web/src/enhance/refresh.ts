// Reloads a status page periodically while it is visible.

export function refreshItself(page: Document): void {
  const seconds = Number(page.querySelector<HTMLElement>('[data-refresh-seconds]')?.dataset.refreshSeconds)
  if (!(seconds > 0)) return
  const look = (): void => {
    if (page.visibilityState === 'visible') page.location.reload()
    else setTimeout(look, seconds * 1000)
  }
  setTimeout(look, seconds * 1000)
}
