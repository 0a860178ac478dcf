// JSON that is readable in a diff and hardly larger than necessary: what fits on a line is on one line, the rest has a line per field,
// and closing brackets stay on the last of them.

/** Most schemas and responses are one line then. Longer ones are easier to compare in parts. */
const WIDTH = 600

export function jsonText(value, indent = '') {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || line.length <= WIDTH) return line
  const inner = `${indent} `
  const [open, close, parts] = Array.isArray(value)
    ? ['[', ']', value.map((one) => jsonText(one, inner))]
    : [
        '{',
        '}',
        Object.entries(value)
          .filter(([, field]) => field !== undefined)
          .map(([name, field]) => {
            const key = `${JSON.stringify(name)}:`
            return key + jsonText(field, inner)
          }),
      ]
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}${close}`
}
