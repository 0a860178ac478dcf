// Values that this browser keeps, such as the columns of a table. Without storage they last until the page is left.
import { useCallback, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
const unsaved = new Map<string, string>()

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? unsaved.get(key) ?? null
  } catch {
    return unsaved.get(key) ?? null
  }
}

function writeText(key: string, text: string): void {
  unsaved.set(key, text)
  try {
    localStorage.setItem(key, text)
  } catch {
    // Storage is full or forbidden: the value lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** `parse` turns what was stored, perhaps by another version, into a value; null where it cannot. */
export function useStored<Value>(
  key: string,
  fallback: Value,
  parse: (stored: unknown) => Value | null,
): [Value, (value: Value) => void] {
  const text = useSyncExternalStore(subscribe, () => readText(key))
  const write = useCallback((value: Value) => writeText(key, JSON.stringify(value)), [key])
  return [readValue(text, parse) ?? fallback, write]
}

function readValue<Value>(text: string | null, parse: (stored: unknown) => Value | null): Value | null {
  if (text === null) return null
  try {
    return parse(JSON.parse(text))
  } catch {
    return null
  }
}
