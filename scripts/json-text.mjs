// JSON that is readable in a diff and not much larger than necessary: what fits on a line is on one line, the rest has a line per field.

const WIDTH = 240

export function jsonText(value, indent = '', before = 0) {
  const line = inline(value)
  if (typeof value !== 'object' || value === null || indent.length + before + line.length <= WIDTH) return line
  const inner = `${indent} `
  const [open, close, parts] = Array.isArray(value)
    ? ['[', ']', value.map((one) => jsonText(one, inner))]
    : [
        '{',
        '}',
        Object.entries(value)
          .filter(([, field]) => field !== undefined)
          .map(([name, field]) => {
            const key = `${JSON.stringify(name)}: `
            return key + jsonText(field, inner, key.length)
          }),
      ]
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`
}

/** The same with spaces where a person would put them. */
function inline(value) {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([name, field]) => `${JSON.stringify(name)}: ${inline(field)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}
