// Reads that go to the server together with another statement, on its connection: one packet for all of them.
import type { Companion, Passenger, Sql } from './sql.ts'

/** `run` is for reads that nobody takes along. */
export function createCompanion(run: (statement: Sql) => Promise<unknown[]>): Companion {
  let waiting: Passenger[] | null = []

  function board(): readonly Passenger[] {
    const passengers = waiting ?? []
    waiting = null
    return passengers
  }

  function read(statement: Sql): Promise<unknown[]> {
    const passengers = waiting
    if (passengers === null) return run(statement)
    return new Promise((resolve) => {
      passengers.push({ statement, settle: resolve })
    })
  }

  return {
    many: async <Row>(statement: Sql) => (await read(statement)) as Row[],
    one: async <Row>(statement: Sql) => (await read(statement))[0] as Row | undefined,
    board,
    leave() {
      for (const { statement, settle } of board()) settle(run(statement))
    },
  }
}
