// Formats output: tables for people, JSON for programs.
import { fractionDigits } from '@freehold/sdk/money'

export type Cell = string | number | boolean | null | undefined
export type Columns<Row> = readonly (readonly [title: string, cell: (row: Row) => Cell, end?: 'end'])[]

export type Output = {
  isJson: boolean
  line(text?: string): void
  /** Hints and progress, on stderr; a JSON object per line under `--json`. */
  note(text: string): void
  /** Prints `value` as JSON under `--json`, and calls `people` otherwise. */
  show(value: unknown, printText: () => void): void
  table<Row>(rows: readonly Row[], columns: Columns<Row>, empty: string): void
  facts(pairs: readonly (readonly [string, Cell])[]): void
  /** One line that is overwritten; printed only at a terminal. */
  progress(text: string | null): void
}

export type Streams = { out: (text: string) => void; err: (text: string) => void; isTerminal: boolean }

const cellText = (cell: Cell): string => (cell === null || cell === undefined || cell === '' ? '–' : String(cell))

/** Approximate terminal width: wide characters take two columns. */
function measureWidth(text: string): number {
  let width = 0
  for (const character of text)
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/.test(character) ? 2 : 1
  return width
}

function padded(text: string, width: number, atEnd: boolean): string {
  const spaces = ' '.repeat(Math.max(0, width - measureWidth(text)))
  return atEnd ? spaces + text : text + spaces
}

export function tableText<Row>(rows: readonly Row[], columns: Columns<Row>): string {
  const cells = [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, cell]) => cellText(cell(row))))]
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => measureWidth(line[at] ?? ''))))
  return cells
    .map((line) =>
      line
        .map((cell, at) => padded(cell, widths[at] ?? 0, columns[at]?.[2] === 'end'))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const moneyFormat = (currency: string) => new Intl.NumberFormat('en', { style: 'currency', currency })

export const moneyText = (amountCents: number, currency: string): string =>
  moneyFormat(currency).format(amountCents / 10 ** fractionDigits(currency))

/** The Unicode form, followed by the ASCII form when the two differ: `münchen.com (xn--mnchen-3ya.com)`. */
export const domainText = ({ domain, domain_unicode }: { domain: string; domain_unicode: string }): string =>
  domain === domain_unicode ? domain : `${domain_unicode} (${domain})`

export const timeText = (iso: string | null | undefined): string =>
  iso ? `${iso.slice(0, 10)} ${iso.slice(11, 19)}` : '–'

export function createOutput(isJson: boolean, { out, err, isTerminal }: Streams): Output {
  let isProgressShown = false
  const clear = (): void => {
    if (isProgressShown) err('\r\u001b[2K')
    isProgressShown = false
  }
  const line = (words = ''): void => {
    clear()
    out(`${words}\n`)
  }
  return {
    isJson,
    line,
    note: (words) => {
      clear()
      err(isJson ? `${JSON.stringify({ note: words })}\n` : `${words}\n`)
    },
    show: (value, printText) => (isJson ? line(JSON.stringify(value, null, 2)) : printText()),
    table: (rows, columns, empty) => line(rows.length === 0 ? empty : tableText(rows, columns)),
    facts: (pairs) => {
      const width = Math.max(...pairs.map(([name]) => measureWidth(name)))
      for (const [name, value] of pairs) line(`${padded(name, width, false)}  ${cellText(value)}`)
    },
    progress: (words) => {
      if (!isTerminal || isJson) return
      clear()
      if (words === null) return
      err(words)
      isProgressShown = true
    },
  }
}
