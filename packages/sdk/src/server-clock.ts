// Owns the time that requests are signed with: the local clock, corrected by the server's once the two disagree.

/** Less than this is no disagreement: the server's `Date` has whole seconds and was on its way for a while. */
const NOTICEABLE_SECONDS = 30

export class ServerClock {
  readonly #local: () => number
  #offsetMs = 0

  /** `local` is milliseconds since 1970. */
  constructor(local: () => number) {
    this.#local = local
  }

  seconds(): number {
    return Math.floor((this.#local() + this.#offsetMs) / 1000)
  }

  /**
   * Follows the `Date` of an answer that refused `signedSeconds`. False when signing again would change nothing: the answer has no
   * date, or its date agrees with what was signed.
   */
  follow(date: string | null, signedSeconds: number): boolean {
    const server = date === null ? Number.NaN : Date.parse(date)
    if (Number.isNaN(server) || Math.abs(server / 1000 - signedSeconds) < NOTICEABLE_SECONDS) return false
    this.#offsetMs = server - this.#local()
    return true
  }
}
