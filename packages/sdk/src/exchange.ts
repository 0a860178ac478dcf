// Turns connection failures into errors, and reads newline-delimited JSON.
import { ConnectionError } from './errors.ts'

/** Converts a failure into a `ConnectionError`. If the caller's signal aborted, throws its reason instead. */
export async function connected<T>(
  run: () => Promise<T>,
  signal: AbortSignal | undefined,
  explain: (cause: unknown) => { code: string; message: string },
): Promise<T> {
  try {
    return await run()
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    throw new ConnectionError({ status: 0, ...explain(cause), cause })
  }
}

/** Yields each line of newline-delimited JSON as soon as it arrives. */
export async function* readLines<Line>(response: Response): AsyncGenerator<Line> {
  if (response.body === null) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value = '' } = await reader.read()
    const parts = (rest + value).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) if (part.trim() !== '') yield JSON.parse(part) as Line
    if (done) break
  }
  if (rest.trim() !== '') yield JSON.parse(rest) as Line
}
