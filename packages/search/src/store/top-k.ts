// Owns keeping the k best of a stream of scored slots: a binary heap in typed arrays.
export class TopK {
  readonly #scores: Float64Array
  readonly #slots: Int32Array
  readonly #capacity: number
  #length = 0
  /** Only a score above this one can still enter. */
  minimum = Number.NEGATIVE_INFINITY

  constructor(capacity: number) {
    this.#capacity = capacity
    this.#scores = new Float64Array(capacity)
    this.#slots = new Int32Array(capacity)
  }

  push(slot: number, score: number): void {
    if (this.#length < this.#capacity) {
      this.#rise(slot, score)
      if (this.#length === this.#capacity) this.minimum = this.#scores[0] as number
    } else if (score > this.minimum) {
      this.#sink(slot, score)
      this.minimum = this.#scores[0] as number
    }
  }

  /** Best first. */
  sorted(): { slot: number; score: number }[] {
    const out: { slot: number; score: number }[] = []
    for (let i = 0; i < this.#length; i++)
      out.push({ slot: this.#slots[i] as number, score: this.#scores[i] as number })
    return out.sort((a, b) => b.score - a.score || a.slot - b.slot)
  }

  #rise(slot: number, score: number): void {
    let at = this.#length++
    while (at > 0) {
      const parent = (at - 1) >> 1
      if ((this.#scores[parent] as number) <= score) break
      this.#scores[at] = this.#scores[parent] as number
      this.#slots[at] = this.#slots[parent] as number
      at = parent
    }
    this.#scores[at] = score
    this.#slots[at] = slot
  }

  #sink(slot: number, score: number): void {
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= this.#length) break
      if (child + 1 < this.#length && (this.#scores[child + 1] as number) < (this.#scores[child] as number)) child++
      if ((this.#scores[child] as number) >= score) break
      this.#scores[at] = this.#scores[child] as number
      this.#slots[at] = this.#slots[child] as number
      at = child
    }
    this.#scores[at] = score
    this.#slots[at] = slot
  }
}
