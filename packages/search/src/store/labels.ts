// Owns finding names by how they begin: slots sorted by domain, with a short unsorted tail for fresh changes.
const TAIL_LIMIT = 2_000

export class SortedLabels {
  readonly #domains: readonly (string | undefined)[]
  #sorted = new Uint32Array(0)
  #tail: number[] = []
  #dead = new Set<number>()

  /** `domains` is the inventory's own column, indexed by slot. */
  constructor(domains: readonly (string | undefined)[]) {
    this.#domains = domains
  }

  add(slot: number): void {
    // A slot that is reused may still stand in the sorted part under its old name.
    if (this.#dead.has(slot)) this.#merge()
    this.#tail.push(slot)
  }

  /** Must be called while the domain still stands in the column. */
  remove(slot: number): void {
    const at = this.#tail.indexOf(slot)
    if (at === -1) this.#dead.add(slot)
    else this.#tail.splice(at, 1)
    if (this.#dead.size > TAIL_LIMIT) this.#merge()
  }

  /** Slots whose domain begins with the text, up to the limit. */
  startingWith(text: string, limit: number, accepts: (slot: number) => boolean): number[] {
    if (this.#tail.length > TAIL_LIMIT) this.#merge()
    const found: number[] = []
    for (let i = this.#lowerBound(text); i < this.#sorted.length && found.length < limit; i++) {
      const slot = this.#sorted[i] as number
      if (this.#dead.has(slot)) continue
      if (!this.#domains[slot]?.startsWith(text)) break
      if (accepts(slot)) found.push(slot)
    }
    for (const slot of this.#tail) {
      if (found.length >= limit) break
      if (this.#domains[slot]?.startsWith(text) && accepts(slot)) found.push(slot)
    }
    return found
  }

  #lowerBound(text: string): number {
    let low = 0
    let high = this.#sorted.length
    while (low < high) {
      let middle = (low + high) >>> 1
      // The names of removed slots are gone: step to a neighbour that still has one.
      while (middle > low && this.#dead.has(this.#sorted[middle] as number)) middle--
      const slot = this.#sorted[middle] as number
      if (this.#dead.has(slot) || (this.#domains[slot] ?? '') < text) low = middle + 1
      else high = middle
    }
    return low
  }

  #merge(): void {
    const compare = (a: number, b: number): number => {
      const [left, right] = [this.#domains[a] ?? '', this.#domains[b] ?? '']
      return left < right ? -1 : left > right ? 1 : 0
    }
    const fresh = this.#tail.sort(compare)
    const merged = new Uint32Array(this.#sorted.length - this.#dead.size + fresh.length)
    let [to, next] = [0, 0]
    for (const slot of this.#sorted) {
      if (this.#dead.has(slot)) continue
      while (next < fresh.length && compare(fresh[next] as number, slot) < 0) merged[to++] = fresh[next++] as number
      merged[to++] = slot
    }
    while (next < fresh.length) merged[to++] = fresh[next++] as number
    this.#sorted = merged
    this.#tail = []
    this.#dead = new Set()
  }
}
