// What a file of tests opened is closed when the file ends, wherever it was opened: a hook cannot register another hook, and the
// worker goes on to the next file.
type Close = () => Promise<unknown>

let open: Close[] = []

export const closeWithFile = (close: Close): void => void open.push(close)

/** The last that was opened is the first that is closed. */
export async function closeFile(): Promise<void> {
  const closing = open.reverse()
  open = []
  for (const close of closing) await close()
}
