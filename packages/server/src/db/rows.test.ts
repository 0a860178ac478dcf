// What is remembered of a named statement: its columns, and only after it succeeded.
import type pg from 'pg'
import { expect, it } from 'vitest'
import { readRows } from './rows.ts'
import { sql } from './sql.ts'

type Sent = {
  prepare(wire: object): void
  handleRowDescription(message: object): void
  handleDataRow(message: object): void
  handleCommandComplete(message: object, wire: object): void
  handleReadyForQuery(wire: object): void
}

/** A connection whose server returns one row. Counts how often it was asked for the columns. */
function connect() {
  let described = 0
  let failsNext = false
  const wire = {
    parsedStatements: {} as Record<string, string>,
    submittedNamedStatements: {} as Record<string, string>,
    parse() {},
    bind() {
      if (!failsNext) return
      failsNext = false
      throw new Error('This value cannot be sent.')
    },
    describe: () => void described++,
    execute() {},
    close() {},
    sync() {},
  }
  const query = (sent: Sent) => {
    const before = described
    const isBroken = failsNext
    sent.prepare(wire)
    if (!isBroken) {
      if (described > before) sent.handleRowDescription({ fields: [{ name: 'some_note', dataTypeID: 25 }] })
      sent.handleDataRow({ fields: ['found'] })
      sent.handleCommandComplete({ text: 'SELECT 1' }, wire)
    }
    sent.handleReadyForQuery(wire)
  }
  const client = { query } as unknown as pg.ClientBase
  return { client, failNext: () => (failsNext = true), countDescribed: () => described }
}

const statement = { ...sql`select some_note from marks`, name: 'marks' }

it('asks for the columns of a named statement once', async () => {
  const { client, countDescribed } = connect()
  for (let times = 0; times < 3; times++)
    expect((await readRows(client, statement, true)).rows).toEqual([{ someNote: 'found' }])
  expect(countDescribed()).toBe(1)
})

it('asks again after a failure, which showed none', async () => {
  const { client, failNext, countDescribed } = connect()
  failNext()
  await expect(readRows(client, statement, true)).rejects.toThrow('cannot be sent')
  expect((await readRows(client, statement, true)).rows).toEqual([{ someNote: 'found' }])
  expect(countDescribed()).toBe(1)
})
