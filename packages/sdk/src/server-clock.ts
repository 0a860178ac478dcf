// The time used for signatures: the local clock, corrected once the server reports another time.

/** Smaller differences are ignored: the `Date` header has whole seconds and includes network latency. */
const NOTICEABLE_SECONDS = 30

export class ServerClock {
  readonly #local: () => number
  #offsetMs = 0

  /** `local` returns milliseconds since 1970. */
  constructor(local: () => number) {
    this.#local = local
  }

  seconds(): number {
    return Math.floor((this.#local() + this.#offsetMs) / 1000)
  }

  /**
   * Adopts the `Date` of a response that rejected `signedSeconds`. Returns false if signing again would not help: the response has
   * no date, or its date agrees with the signed timestamp.
   */
  follow(date: string | null, signedSeconds: number): boolean {
    const server = date === null ? Number.NaN : Date.parse(date)
    if (Number.isNaN(server) || Math.abs(server / 1000 - signedSeconds) < NOTICEABLE_SECONDS) return false
    this.#offsetMs = server - this.#local()
    return true
  }
}
