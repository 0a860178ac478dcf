// The number of the server process at the other end of a connection, as it was told at log-in.
import type pg from 'pg'

export const getPid = (client: pg.ClientBase): number | null =>
  (client as unknown as { processID: number | null }).processID
