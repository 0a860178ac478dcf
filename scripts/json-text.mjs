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
          .filter(([, member]) => member !== undefined)
          .map(([name, member]) => {
            const key = `${JSON.stringify(name)}: `
            return key + jsonText(member, inner, key.length)
          }),
      ]
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`
}

/** The same with spaces where a person would put them. */
function inline(value) {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}: ${inline(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
