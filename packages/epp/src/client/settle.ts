// Sends a command that changes something until it is known how it ended, and asks the registry before sending it again.

export type Attempt<Value> =
  | { kind: 'settled'; value: Value }
  /** It was not carried out, and may be sent again. */
  | { kind: 'again' }
  /** It may have been carried out. */
  | { kind: 'unknown' }

/**
 * `send` gets the number of the attempt, from 1. `ask` reads what happened to the attempts before. The result is `unknown` when
 * neither led to an end within `triesMax` tries of both together.
 */
export async function settle<Value>(options: {
  send: (attempt: number) => Promise<Attempt<Value>>
  ask: () => Promise<Attempt<Value>>
  triesMax: number
  pause?: (tries: number) => Promise<void>
}): Promise<{ kind: 'settled'; value: Value } | { kind: 'unknown' }> {
  const { send, ask, triesMax, pause } = options
  let mustAsk = false
  let attempt = 0
  for (let tries = 1; tries <= triesMax; tries++) {
    const outcome: Attempt<Value> = mustAsk ? await ask() : await send(++attempt)
    if (outcome.kind === 'settled') return outcome
    // A question without an answer leaves the matter as it was.
    mustAsk = outcome.kind === 'unknown'
    await pause?.(tries)
  }
  return { kind: 'unknown' }
}
