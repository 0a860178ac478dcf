// Reading server-sent events from a response of fetch, which unlike EventSource sends headers and shows the status of an error.

/** `data` is empty for a heartbeat, which only moves `id`. */
export type StreamEvent = { id: string | null; data: string }

/** One event of a stream: its lines up to the empty one. Comments and unknown fields are ignored. */
export function parseEvent(block: string): StreamEvent {
  let id: string | null = null
  const data: string[] = []
  for (const line of block.split('\n')) {
    const cut = line.indexOf(':')
    const name = cut < 0 ? line : line.slice(0, cut)
    const value = cut < 0 ? '' : line.slice(cut + 1).replace(/^ /, '')
    if (name === 'id') id = value
    if (name === 'data') data.push(value)
  }
  return { id, data: data.join('\n') }
}

/** The events of a response as they arrive. An event that the connection cut off is not one. */
export async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) yield parseEvent(block)
  }
}
