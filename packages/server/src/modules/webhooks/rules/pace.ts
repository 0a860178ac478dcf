// How fast the dispatcher goes and how much it takes on: every wait and every limit of it, in one place.

// ---------------------------------------------------------------- finding receivers

/** How often the dispatcher looks for what became due. It is also how long a lost nudge costs. */
export const POLL_MS = 1000
/** Nudges of one burst share a statement. */
export const NUDGE_MS = 10
/** A nudged receiver may be held by another process that is about to let go of it. */
export const NUDGE_TRIES = 3
export const NUDGE_RETRY_MS = 250
/** How long endpoints that are not served wait for a look while another endpoint of the partner is being served. */
export const SIBLINGS_MS = 100
/** How long a lease holds without being renewed. Every poll renews it, so that a dead process loses it soon. */
export const LEASE_SECONDS = 10
/** How long an empty lane is kept before other processes may have it. */
export const LINGER_MS = 100
/** Lanes of this process. */
export const LANES_MAX = 2000

// ---------------------------------------------------------------- sending

/** Deliveries under way in this process; lanes share them equally, but each may always have one. */
export const UNDER_WAY_MAX = 512
/** Connections to a receiver that answers well, to begin with, and to one that does not. */
export const LANE_MAX = 32
export const LANE_START = 8
export const LANE_FAILING = 4
/** After so many failures in a row a receiver is only probed, at a pace that all such receivers share. */
export const TROUBLED_AFTER = 10
/** All of them together: twenty-five attempts a second, and few at a time to each. A refused connection costs more than a delivery. */
export const PROBE_MS = 40
export const PROBED_AT_ONCE = 4
/** Retries nearer than this get a timer of their own; the others are found by the poll. */
export const TIMER_MAX_MS = 60_000
/** Retries of about the same moment share a timer. */
export const TIMER_STEP_MS = 50

// ---------------------------------------------------------------- reading what is due

export const READ_MIN = 32
/** What is in hand should last about this long: less costs statements, more goes stale. */
export const READ_AHEAD_MS = 1000
/** A lane that found little waits a moment before it looks again, so that a burst shares a read. */
export const READ_PAUSE_MS = 25
/**
 * Deliveries in one statement. One connection serves everybody on the embedded database, so statements stay short there; but planning
 * one takes as long as fifty deliveries, and what is planned less often leaves the connection free more often.
 */
export const batchMax = (database: 'embedded' | 'postgres'): number => (database === 'embedded' ? 200 : 1000)

// ---------------------------------------------------------------- writing results

/** Long enough to gather a batch, short enough that a reader of the deliveries does not notice. Large batches cost less each. */
export const GATHER_MS = 30
export const GATHER_BUSY_MS = 120
export const BUSY_BATCH = 20
/** After a write that failed. */
export const WRITE_RETRY_MS = 1000
/** With this many unwritten results nothing more is sent: the database is behind. */
export const UNWRITTEN_MAX = 5000
/** A receiver that fails now and then does not cost a statement every time. */
export const RECORD_PAUSE_MS = 250
