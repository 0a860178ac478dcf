// A moment. The server does not know where the reader is and writes UTC; the browser then writes it in the reader's time zone.
import { useLocale } from './locale.tsx'
import { momentText, type Precision } from './text.ts'
import { useTimeZone } from './time-zone.ts'
import { useHydrated } from './use-hydrated.ts'

export function DateTime({ at, precision = 'minute' }: { at: string; precision?: Precision }) {
  const locale = useLocale()
  const chosen = useTimeZone()
  const isHere = useHydrated()
  return (
    <time dateTime={at} title={at} data-precision={precision}>
      {momentText(at, locale, precision, isHere ? chosen : 'UTC')}
    </time>
  )
}
