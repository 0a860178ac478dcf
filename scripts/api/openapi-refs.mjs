// References inside the OpenAPI document.

/** What a reference into the components stands for; anything else is itself. */
export function resolveRef(document, value) {
  if (typeof value?.$ref !== 'string') return value
  const [, kind, name] = /^#\/components\/(\w+)\/(\w+)$/.exec(value.$ref) ?? []
  const found = document.components[kind]?.[name]
  if (found === undefined) throw new Error(`${value.$ref} is not in the document`)
  return found
}
