// Owns how an exchange that breaks off is told, and how a response that comes line by line is read.
import { ConnectionError } from './errors.ts'

/** What breaks the exchange off becomes a `ConnectionError`; the caller's own signal keeps its reason. */
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

/** Newline-delimited JSON, each line as soon as it is there. */
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
