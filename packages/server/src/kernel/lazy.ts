// What is costly to make and seldom wanted: made when it is first asked for, and kept.

export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
