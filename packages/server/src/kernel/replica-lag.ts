// How far a replica is behind, in time. Positions in the write-ahead log of the primary are noted with the time at which they were read;
// a replica that has replayed a position is not older than that time. No clock of a server is compared with another.

/** A position in the write-ahead log, as PostgreSQL writes it: `16/B374D848`. */
export function parsePosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Two a second: an hour. */
const NOTED_MAX = 7200

type Noted = { at: number; position: bigint }

export function createLagTracker() {
  let noted: Noted[] = []
  /** The newest time whose position was replayed, in milliseconds. */
  let freshAt: number | null = null
  let lastReplayed: bigint | null = null
  /** A replica of a server that was replaced: its log goes on where the primary's never went. */
  let strayed: bigint | null = null

  return {
    /** `at`: just before the primary was asked. */
    notePrimary(at: number, position: bigint): void {
      if (lastReplayed !== null && lastReplayed > position) strayed = lastReplayed
      // After a failover the new primary may have less than the old one had.
      if (noted.some((one) => one.position > position)) noted = []
      noted.push({ at, position })
      if (noted.length > NOTED_MAX) noted.shift()
    },

    noteReplica(position: bigint): void {
      lastReplayed = position
      if (strayed === position) return
      strayed = null
      const replayed = noted.findLast((one) => one.position <= position)
      if (replayed === undefined) return
      freshAt = Math.max(freshAt ?? replayed.at, replayed.at)
      noted = noted.filter(({ at }) => at >= replayed.at)
    },

    /** The server is gone, or no longer a replica. */
    forget(): void {
      freshAt = null
      lastReplayed = null
    },

    /** Null: not known. */
    measure(now: number): number | null {
      return freshAt === null || strayed !== null ? null : now - freshAt
    },
  }
}
