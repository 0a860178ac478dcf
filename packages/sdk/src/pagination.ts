// A list: await it for its first page, iterate it for every item of every page.
/* oxlint-disable unicorn/no-thenable -- lists can be awaited */

/** Most lists have their cursor at the top level; the market has it in `page`. */
interface Paging {
  has_more: boolean
  next_cursor: string | null
}

/** The last page of events also has a cursor, for polling, so `has_more` marks the end. */
function cursorAfter(page: unknown): string | null {
  const paging = ((page as { page?: Paging }).page ?? page) as Paging
  return paging.has_more ? paging.next_cursor : null
}

/** Sends no request until it is awaited or iterated, and requests the first page only once. */
export class List<Page, Row> implements Promise<Page>, AsyncIterable<Row> {
  readonly [Symbol.toStringTag] = 'List'
  readonly #load: (cursor: string | undefined) => Promise<Page>
  readonly #getRows: (page: Page) => readonly Row[]
  #first: Promise<Page> | undefined

  constructor(load: (cursor: string | undefined) => Promise<Page>, getRows: (page: Page) => readonly Row[]) {
    this.#load = load
    this.#getRows = getRows
  }

  /** Iterates over pages, for their totals or to process items in batches. */
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
    for await (const page of this.pages()) yield* this.#getRows(page)
  }

  /** Collects up to `limit` items in an array, and requests no more pages than needed. */
  async toArray({ limit = Number.POSITIVE_INFINITY }: { limit?: number } = {}): Promise<Row[]> {
    const rows: Row[] = []
    if (limit <= 0) return rows
    for await (const row of this) {
      rows.push(row)
      if (rows.length >= limit) break
    }
    return rows
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting the list resolves to its first page.
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
