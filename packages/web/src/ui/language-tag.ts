// Language tags of browsers and requests. Some are not valid, such as `en-US@posix`, and every Intl constructor throws for those.

export const DEFAULT_LOCALE = 'en-US'
const TAG_LENGTH_MAX = 35

/** The language that a tag names, or English where it names none that is known. */
export function toLocale(tag: string): string {
  try {
    const [locale] = Intl.getCanonicalLocales(tag.trim().slice(0, TAG_LENGTH_MAX))
    return locale !== undefined && Intl.NumberFormat.supportedLocalesOf(locale).length > 0 ? locale : DEFAULT_LOCALE
  } catch {
    return DEFAULT_LOCALE
  }
}
