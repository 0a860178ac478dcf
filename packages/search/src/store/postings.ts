// Owns lists of slots by key in one pooled typed array: each list grows in place or moves, and entries leave at once.
export class Postings {
  #pool = new Uint32Array(1 << 12)
  #used = 0
  #starts = new Uint32Array(1 << 8)
  #lengths = new Uint32Array(1 << 8)
  #capacities = new Uint32Array(1 << 8)
  #lists = 0
  /** Pool entries that no list owns any more. */
  #waste = 0

  /** Makes a new empty list and returns its number. */
  create(): number {
    if (this.#lists === this.#starts.length) {
      this.#starts = grown(this.#starts, this.#lists * 2)
      this.#lengths = grown(this.#lengths, this.#lists * 2)
      this.#capacities = grown(this.#capacities, this.#lists * 2)
    }
    return this.#lists++
  }

  /** Makes sure that the lists up to this one exist. */
  ensure(list: number): void {
    while (this.#lists <= list) this.create()
  }

  clear(list: number): void {
    if (list < this.#lists) this.#lengths[list] = 0
  }

  count(list: number): number {
    return this.#lengths[list] ?? 0
  }

  /** A view that is valid until the next change. */
  view(list: number): Uint32Array {
    const start = this.#starts[list] ?? 0
    return this.#pool.subarray(start, start + (this.#lengths[list] ?? 0))
  }

  add(list: number, slot: number): void {
    const length = this.#lengths[list] as number
    if (length === this.#capacities[list]) this.#relocate(list, length < 4 ? length + 1 : Math.ceil(length * 1.5))
    this.#pool[(this.#starts[list] as number) + length] = slot
    this.#lengths[list] = length + 1
  }

  /** Order is not kept: the last entry takes the place of the removed one. */
  remove(list: number, slot: number): void {
    const view = this.view(list)
    const at = view.indexOf(slot)
    if (at === -1) return
    view[at] = view[view.length - 1] as number
    this.#lengths[list] = view.length - 1
  }

  #relocate(list: number, capacity: number): void {
    if (this.#used + capacity > this.#pool.length) this.#makeRoom(capacity)
    const start = this.#starts[list] as number
    const length = this.#lengths[list] as number
    this.#pool.copyWithin(this.#used, start, start + length)
    this.#waste += this.#capacities[list] as number
    this.#starts[list] = this.#used
    this.#capacities[list] = capacity
    this.#used += capacity
  }

  /** Moves every list to a fresh pool without the holes. */
  #makeRoom(extra: number): void {
    const live = this.#used - this.#waste
    const pool = new Uint32Array(Math.ceil((live + extra) * 1.4) + 1024)
    let used = 0
    for (let list = 0; list < this.#lists; list++) {
      const length = this.#lengths[list] as number
      const start = this.#starts[list] as number
      pool.set(this.#pool.subarray(start, start + length), used)
      this.#starts[list] = used
      const capacity = Math.min(this.#capacities[list] as number, length + (length >> 3) + 1)
      this.#capacities[list] = capacity
      used += capacity
    }
    this.#pool = used + extra > pool.length ? grown(pool, used + extra) : pool
    this.#used = used
    this.#waste = 0
  }
}

function grown(array: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length)
  larger.set(array)
  return larger
}

/** Postings whose lists are named by strings. */
export class NamedPostings {
  readonly #names = new Map<string, number>()
  readonly #postings = new Postings()

  add(name: string, slot: number): void {
    let list = this.#names.get(name)
    if (list === undefined) {
      list = this.#postings.create()
      this.#names.set(name, list)
    }
    this.#postings.add(list, slot)
  }

  remove(name: string, slot: number): void {
    const list = this.#names.get(name)
    if (list !== undefined) this.#postings.remove(list, slot)
  }

  view(name: string): Uint32Array {
    const list = this.#names.get(name)
    return list === undefined ? EMPTY : this.#postings.view(list)
  }

  count(name: string): number {
    const list = this.#names.get(name)
    return list === undefined ? 0 : this.#postings.count(list)
  }
}

const EMPTY = new Uint32Array(0)
