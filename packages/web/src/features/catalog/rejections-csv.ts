// Refused lines as CSV. Pure.

export type Rejection = { line: number; domain: string | null; message: string }

/** Quoted where it must be; what a spreadsheet would take for a formula is defused. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const rejectionsCsv = (rejections: readonly Rejection[]): string =>
  [
    ['line', 'domain', 'message'],
    ...rejections.map(({ line, domain, message }) => [String(line), domain ?? '', message]),
  ]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('')
