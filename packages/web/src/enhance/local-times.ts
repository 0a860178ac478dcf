// The server wrote every time in UTC; here it becomes the reader's.
import { momentText, type Precision } from '../ui/text.ts'

export function showLocalTimes(page: Document): void {
  for (const time of page.querySelectorAll<HTMLTimeElement>('time[datetime]')) {
    const precision = (time.dataset.precision ?? 'minute') as Precision
    time.textContent = momentText(time.dateTime, navigator.language, precision)
  }
}
