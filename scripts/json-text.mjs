// JSON as people read it in a diff, without being much larger than it must be: objects and arrays that fit on a line are on one line, the others have a line per member.

const WIDTH = 160

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
