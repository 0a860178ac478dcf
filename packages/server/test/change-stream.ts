// A client of the feed of changes over real HTTP: collects what arrives, and when.

export type StreamedChange = { kind: string; id: string | null; partner_id: string; environment: string }

export type ChangeStream = Awaited<ReturnType<typeof openChangeStream>>

type Headers = Record<string, string>

/** Reads until either side ends it. `lastId` resumes. */
export async function openChangeStream(url: string, headers: Headers, lastId?: string) {
  const aborter = new AbortController()
  const response = await fetch(url, {
    headers: { ...headers, accept: 'text/event-stream', ...(lastId === undefined ? {} : { 'last-event-id': lastId }) },
    signal: aborter.signal,
  })
  const changes: (StreamedChange & { at: number })[] = []
  const stream = {
    status: response.status,
    headers: response.headers,
    changes,
    resets: 0,
    heartbeats: 0,
    lastId: lastId ?? null,
    /** Without a stream, the body of the error. */
    error: null as { error: { code: string } } | null,
    ids: () => changes.map(({ id }) => id),
    close: () => aborter.abort(),
    ended: Promise.resolve(),
  }

  function take(block: string): void {
    const fields = new Map(
      block
        .split('\n')
        .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    )
    if (fields.has('id')) stream.lastId = fields.get('id')!
    const data = fields.get('data')
    if (data === undefined) {
      if (fields.has('id')) stream.heartbeats++
      return
    }
    const batch = JSON.parse(data) as { changes: StreamedChange[]; reset: boolean }
    if (batch.reset) stream.resets++
    for (const change of batch.changes) changes.push({ ...change, at: performance.now() })
  }

  async function read(): Promise<void> {
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (rest + value).split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) take(block)
    }
  }

  if (response.status === 200) stream.ended = read().catch(() => {})
  else stream.error = (await response.json()) as { error: { code: string } }
  return stream
}
