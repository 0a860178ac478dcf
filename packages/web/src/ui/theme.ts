// Light, dark or the system's choice, kept in a cookie on the device, so that the server sends the page in it.
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const THEME_COOKIE = 'theme'
const YEAR_SECONDS = 31_536_000

export const toTheme = (value: string | null | undefined): Theme =>
  value === 'light' || value === 'dark' ? value : 'system'

export const readTheme = (): Theme => toTheme(document.documentElement.dataset.theme)

export function saveTheme(theme: Theme): void {
  const seconds = theme === 'system' ? 0 : YEAR_SECONDS
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers
  document.cookie = `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
