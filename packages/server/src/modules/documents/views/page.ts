// Writes text onto the pages of a tagged PDF: fonts by character, lines that wrap, page breaks.
import type { Fonts, Run, Weight } from './fonts.ts'

type Pdf = PDFKit.PDFDocument
type Element = PDFKit.PDFStructureElement

export const PAGE = { size: 'A4', width: 595.28, height: 841.89, margin: 56, bottom: 76 } as const
export const CONTENT_WIDTH = PAGE.width - 2 * PAGE.margin

export type TextStyle = {
  size?: number
  weight?: Weight
  color?: string
  align?: 'left' | 'right'
}
export type Box = { x: number; y: number; width: number }

const INK = '#1a1f2b'
const LINE_HEIGHT = 1.4
/** From the top of a line to the line that letters stand on, which fonts of several scripts share. */
const ASCENT = 1.07

/** One document being written. `y` is where the next block begins. */
export class Sheet {
  readonly pdf: Pdf
  readonly fonts: Fonts
  readonly root: Element
  y: number = PAGE.margin
  private readonly known = new Set<string>()

  constructor(pdf: Pdf, fonts: Fonts) {
    this.pdf = pdf
    this.fonts = fonts
    this.root = pdf.struct('Document')
    pdf.addStructure(this.root)
  }

  private use({ face }: Run, size: number): Pdf {
    if (!this.known.has(face.name)) {
      this.pdf.registerFont(face.name, face.data)
      this.known.add(face.name)
    }
    return this.pdf.font(face.name).fontSize(size)
  }

  /** Text of a script that runs from right to left is laid out as a whole. */
  private options({ face }: Run): PDFKit.Mixins.TextOptions {
    return { lineBreak: false, baseline: 'alphabetic', ...(face.isRightToLeft ? { features: ['calt' as never] } : {}) }
  }

  private measure(runs: readonly Run[], size: number): number {
    return runs.reduce((sum, run) => sum + this.use(run, size).widthOfString(run.text, this.options(run)), 0)
  }

  /** Lines no wider than the box; a word that is wider than a line is cut. */
  wrap(text: string, width: number, { size = 10, weight = 'regular' }: TextStyle): string[] {
    const fits = (line: string): boolean => this.measure(this.fonts.split(line, weight), size) <= width
    const lines: string[] = []
    let line = ''
    for (const word of text.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (fits(longer)) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      line = ''
      for (const char of word) {
        if (line !== '' && !fits(line + char)) {
          lines.push(line)
          line = ''
        }
        line += char
      }
    }
    return [...lines, line]
  }

  measureHeight(text: string, width: number, style: TextStyle): number {
    return this.wrap(text, width, style).length * (style.size ?? 10) * LINE_HEIGHT
  }

  /** Draws now, without a place in the structure; returns the height. */
  draw(text: string, { x, y, width }: Box, style: TextStyle = {}): number {
    const { size = 10, weight = 'regular', color = INK, align = 'left' } = style
    const lines = this.wrap(text, width, style)
    this.pdf.fillColor(color)
    lines.forEach((line, index) => {
      const runs = this.fonts.split(line, weight)
      let at = align === 'right' ? x + width - this.measure(runs, size) : x
      for (const run of runs) {
        this.use(run, size).text(run.text, at, y + size * (ASCENT + index * LINE_HEIGHT), this.options(run))
        at += this.pdf.widthOfString(run.text, this.options(run))
      }
    })
    return lines.length * size * LINE_HEIGHT
  }

  /** A block of text with its place in the structure. Text that the glyphs do not give back is kept beside them. */
  tag(parent: Element, type: string, text: string, box: Box, style: TextStyle = {}, scope?: 'Column' | 'Row'): number {
    const actual = this.fonts.isPlain(text) ? {} : { actual: text }
    const options = { ...actual, ...(scope ? { scope } : {}) } as never
    let height = 0
    const element = this.pdf.struct(type as never, options, () => {
      height = this.draw(text, box, style)
    })
    parent.add(element)
    element.end()
    return height
  }

  /** A decoration that screen readers skip. */
  rule(y: number, color = '#d9dde3'): void {
    this.pdf.markContent('Artifact', { type: 'Layout' } as never)
    this.pdf
      .moveTo(PAGE.margin, y)
      .lineTo(PAGE.width - PAGE.margin, y)
      .lineWidth(0.75)
      .strokeColor(color)
      .stroke()
    this.pdf.endMarkedContent()
  }

  /** Whether a new page was needed for the height. */
  ensure(height: number): boolean {
    if (this.y + height <= PAGE.height - PAGE.bottom) return false
    this.pdf.addPage()
    this.y = PAGE.margin
    return true
  }

  /** Number and page count at the foot of every page; the pages are kept until here. */
  foot(text: string): void {
    const { start, count } = this.pdf.bufferedPageRange()
    for (let page = start; page < start + count; page++) {
      this.pdf.switchToPage(page)
      const y = PAGE.height - PAGE.margin
      // Text below the margin would begin another page.
      this.pdf.page.margins.bottom = 0
      this.pdf.markContent('Artifact', { type: 'Pagination' } as never)
      const style = { size: 8, color: '#5b6472' }
      this.draw(text, { x: PAGE.margin, y, width: CONTENT_WIDTH * 0.7 }, style)
      const pages = `Page ${page - start + 1} of ${count}`
      this.draw(pages, { x: PAGE.margin, y, width: CONTENT_WIDTH }, { ...style, align: 'right' })
      this.pdf.endMarkedContent()
    }
  }
}
