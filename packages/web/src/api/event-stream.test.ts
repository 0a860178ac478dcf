// Server-sent events, however the network cuts them.
import { expect, it } from 'vitest'
import { parseEvent, readEvents } from './event-stream.ts'

const collect = async (...chunks: string[]) => {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
  const events = []
  for await (const event of readEvents(body)) events.push(event)
  return events
}

it('reads the ID and the data of an event, and ignores other fields', () =>
  expect(parseEvent('id: 1.2\nevent: changes\nretry: 3000\ndata: {"a":1}')).toEqual({ id: '1.2', data: '{"a":1}' }))

it('joins the lines of data', () => expect(parseEvent('data: a\ndata:b').data).toBe('a\nb'))

it('reads a heartbeat as an event without data', () =>
  expect(parseEvent(': heartbeat\nid: 7')).toEqual({ id: '7', data: '' }))

it('reads events that arrive in pieces', async () =>
  expect(await collect('id: 1\nda', 'ta: x\n', '\nid: 2\n', 'data: y\n\n')).toEqual([
    { id: '1', data: 'x' },
    { id: '2', data: 'y' },
  ]))

it('ignores an event that the connection cut off', async () =>
  expect(await collect('id: 1\ndata: x\n\nid: 2\ndata: y\n')).toEqual([{ id: '1', data: 'x' }]))
