// A moment. The server does not know where the reader is and writes UTC; the browser then writes the reader's own time.
import { useEffect, useState } from 'react'
import { useLocale } from './locale.tsx'
import { momentText, type Precision } from './text.ts'

export function DateTime({ at, precision = 'minute' }: { at: string; precision?: Precision }) {
  const locale = useLocale()
  const [isHere, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  return (
    <time dateTime={at} title={at} data-precision={precision}>
      {momentText(at, locale, precision, isHere ? undefined : 'UTC')}
    </time>
  )
}
