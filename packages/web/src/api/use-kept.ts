// The last value that was known: while a list is read for another filter or order, the sums above it stay.
import { useRef } from 'react'
import { useTransport } from './hooks.ts'

/** The value of another environment or partner, which has another transport, is not kept. */
export function useKept<Value>(value: Value | undefined): Value | undefined {
  const { key } = useTransport()
  const kept = useRef({ key, value })
  if (value !== undefined || kept.current.key !== key) kept.current = { key, value }
  return kept.current.value
}
