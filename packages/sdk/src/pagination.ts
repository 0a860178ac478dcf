// Owns lists: one object that is both the first page, when it is awaited, and every row of every page, when it is iterated.
/* oxlint-disable unicorn/no-thenable -- it is awaited on purpose */

/** Most lists have their cursor beside the rows; the market has it in `page`. */
interface Paging {
  has_more: boolean
  next_cursor: string | null
}

/** The events name a cursor at their end, too, so that a poller can go on: `has_more` is what tells the end. */
function cursorAfter(page: unknown): string | null {
  const paging = ((page as { page?: Paging }).page ?? page) as Paging
  return paging.has_more ? paging.next_cursor : null
}

/** Asks for nothing before it is awaited or iterated. Awaited and then iterated, it asks for the first page once. */
export class List<Page, Row> implements Promise<Page>, AsyncIterable<Row> {
  readonly [Symbol.toStringTag] = 'List'
  readonly #load: (cursor: string | undefined) => Promise<Page>
  readonly #rowsOf: (page: Page) => readonly Row[]
  #first: Promise<Page> | undefined

  constructor(load: (cursor: string | undefined) => Promise<Page>, rowsOf: (page: Page) => readonly Row[]) {
    this.#load = load
    this.#rowsOf = rowsOf
  }

  /** Every page, for what stands beside the rows, or to work in portions. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let page = await this.#firstPage()
    for (;;) {
      yield page
      const cursor = cursorAfter(page)
      if (cursor === null) return
      page = await this.#load(cursor)
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    for await (const page of this.pages()) yield* this.#rowsOf(page)
  }

  /** The rows in an array; `limit` is the most you want, and no page is asked for beyond it. */
  async toArray({ limit = Number.POSITIVE_INFINITY }: { limit?: number } = {}): Promise<Row[]> {
    const rows: Row[] = []
    if (limit <= 0) return rows
    for await (const row of this) {
      rows.push(row)
      if (rows.length >= limit) break
    }
    return rows
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting the list gives its first page.
  then<Done = Page, Failed = never>(
    onDone?: ((page: Page) => Done | PromiseLike<Done>) | null,
    onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.#firstPage().then(onDone, onFailed)
  }

  catch<Failed = never>(onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null): Promise<Page | Failed> {
    return this.#firstPage().catch(onFailed)
  }

  finally(onEnd?: (() => void) | null): Promise<Page> {
    return this.#firstPage().finally(onEnd)
  }

  #firstPage(): Promise<Page> {
    this.#first ??= this.#load(undefined)
    return this.#first
  }
}
