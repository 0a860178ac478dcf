// The last value that was known: while a list is read for another filter or order, the sums above it stay.
import { useRef } from 'react'

export function useKept<Value>(value: Value | undefined): Value | undefined {
  const kept = useRef(value)
  if (value !== undefined) kept.current = value
  return kept.current
}
