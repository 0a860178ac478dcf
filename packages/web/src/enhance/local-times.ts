// The server wrote every time in UTC; here it becomes the reader's.
import { toLocale } from '../ui/language-tag.ts'
import { momentText, type Precision } from '../ui/text.ts'

export function showLocalTimes(page: Document): void {
  const locale = toLocale(navigator.language)
  for (const time of page.querySelectorAll<HTMLTimeElement>('time[datetime]')) {
    const precision = (time.dataset.precision ?? 'minute') as Precision
    time.textContent = momentText(time.dateTime, locale, precision)
  }
}
